--- Files read and written whole.

local files = {}

--- The whole of a file; nil and the reason if it cannot be read.
function files.text(path)
  local file, reason = io.open(path, "rb")
  if not file then return nil, reason end
  local text = file:read("a")
  file:close()
  return text
end

--- The whole of a file that must be there.
function files.read(path)
  local text, reason = files.text(path)
  return text or error(reason, 0)
end

--- The line of a text on which something occurs first; the first line if it does not.
function files.line_of(text, words)
  local at = text:find(words, 1, true)
  return at and select(2, text:sub(1, at):gsub("\n", "")) + 1 or 1
end

--- The value that a file of Lua returns: data that `lua.py` or `literal.lua` has written, with nothing to call.
function files.value(path)
  local chunk, reason = loadfile(path, "t", {})
  return (chunk or error(reason, 0))()
end

--- The files that metadata on the command line names: none, one or several.
function files.given(value)
  local found = pandoc.List({})
  if not value then return found end
  for _, one in ipairs(pandoc.utils.type(value) == "List" and value or {value}) do found:insert(pandoc.utils.stringify(one)) end
  return found
end

--- The lists in all of these files, as one.
function files.values(paths)
  local all = pandoc.List({})
  for _, path in ipairs(paths) do all:extend(files.value(path)) end
  return all
end

function files.write(path, text)
  local file, reason = io.open(path, "wb")
  if not file then error(reason, 0) end
  file:write(text)
  file:close()
end

--- Does not touch a file with the same text, so that nothing made from it is made again.
function files.write_if_new(path, text)
  if files.text(path) ~= text then files.write(path, text) end
end

--- Writes for Ninja that a target was also made from these files; nothing if metadata names no `depfile`.
-- @param meta     with depfile and target
-- @param sources  the files
function files.write_depfile(meta, sources)
  if not meta.depfile then return end
  local escaped = sources:map(function(path) return (path:gsub("[ #]", "\\%0")) end)
  files.write(pandoc.utils.stringify(meta.depfile), pandoc.utils.stringify(meta.target) .. ": " .. table.concat(escaped, " ") .. "\n")
end

return files
