--- Files that tangling wrote, and whether a hand has edited them since.
--
-- The first line of such a file names its chapter and holds a hash of all lines after it. A file whose hash still
-- fits is ours to rewrite or remove; any other file is the work of a person and stays as it is.

local tangled_file = {}

local header = "Tangled from %s. Edit there. [sha1 %s]"
local header_pattern = "Tangled from (chapters/%S+%.md)%. Edit there%. %[sha1 (%x+)%]"

--- `body` under its header; `comment` is the first line with %s where the header goes.
function tangled_file.stamp(comment, chapter_file, body)
  return comment:format(header:format(chapter_file, pandoc.utils.sha1(body))) .. "\n" .. body
end

--- What a text written before says of itself: {chapter = its file, intact = not edited since, body = below the header};
-- without chapter if it has no header.
function tangled_file.examine(text)
  local first, body = text:match("^([^\n]*)\n(.*)$")
  local chapter_file, hash = (first or ""):match(header_pattern)
  if not chapter_file then return {intact = false} end
  return {chapter = chapter_file, body = body, intact = hash == pandoc.utils.sha1(body)}
end

local function quoted(path) return "'" .. path:gsub("'", "'\\''") .. "'" end

--- The names in a folder, sorted; none if there is no such folder.
-- (pandoc.system lists folders only from Pandoc 2.19 on.)
function tangled_file.names(folder)
  local listing = io.popen("ls -A " .. quoted(folder) .. " 2>/dev/null")
  local names = {}
  for name in listing:lines() do table.insert(names, name) end
  listing:close()
  table.sort(names)
  return names
end

--- Writes a file whole or not at all, with the folder it lies in. Returns why it could not, if so.
function tangled_file.write(path, text)
  os.execute("mkdir -p " .. quoted(pandoc.path.directory(path)))
  local unfinished = path .. ".unfinished"
  local file, why = io.open(unfinished, "wb")
  local done = file and file:write(text) and file:close()
  if done then done, why = os.rename(unfinished, path) end
  if done then return nil end
  os.remove(unfinished)
  return why or "the disk may be full"
end

return tangled_file
