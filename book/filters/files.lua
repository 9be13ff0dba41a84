--- Files read and written whole.

local files = {}

function files.read(path)
  local file, reason = io.open(path, "rb")
  if not file then error(reason, 0) end
  local text = file:read("a")
  file:close()
  return text
end

function files.write(path, text)
  local file, reason = io.open(path, "wb")
  if not file then error(reason, 0) end
  file:write(text)
  file:close()
end

--- Leaves a file alone that says the same already, so that nothing made from it is made anew.
function files.write_if_new(path, text)
  local sound, before = pcall(files.read, path)
  if not sound or before ~= text then files.write(path, text) end
end

return files
