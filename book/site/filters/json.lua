--- Strings and arrays as JSON: for the lists that tangling writes, and for search.

local json = {}

local named = {["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n", ["\t"] = "\\t"}

function json.string(text)
  return '"' .. text:gsub('[\\"%c]', function(c) return named[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

--- An array, of strings or of arrays, on one line.
function json.array(members)
  local parts = {}
  for _, member in ipairs(members) do
    parts[#parts + 1] = type(member) == "table" and json.array(member) or json.string(member)
  end
  return "[" .. table.concat(parts, ",") .. "]"
end

return json
