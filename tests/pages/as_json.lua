-- What a file of Lua returns, as JSON on standard output.

local function as_json(value)
  if type(value) == "string" then
    return '"' .. value:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
  end
  if type(value) ~= "table" then return tostring(value) end
  local members = {}
  for _, member in ipairs(value) do table.insert(members, as_json(member)) end
  if #members > 0 or next(value) == nil then return "[" .. table.concat(members, ",") .. "]" end
  for key, member in pairs(value) do table.insert(members, as_json(key) .. ":" .. as_json(member)) end
  return "{" .. table.concat(members, ",") .. "}"
end

function Pandoc(doc)
  io.stdout:write(as_json(dofile(pandoc.utils.stringify(doc.meta.file))))
  return pandoc.Pandoc({})
end
