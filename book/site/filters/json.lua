--- Values as JSON: for the manifests that tangling writes, and for search.

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

--- An object whose fields keep their order: a list of {name, value}. A field without a value is left out.
function json.object(fields)
  return {fields = fields}
end

local function indented(value, indent)
  if type(value) == "number" then return tostring(value) end
  if type(value) == "string" then return json.string(value) end
  local deeper, parts = indent .. " ", {}
  if value.fields then
    for _, field in ipairs(value.fields) do
      if field[2] then parts[#parts + 1] = json.string(field[1]) .. ": " .. indented(field[2], deeper) end
    end
  else
    for index, member in ipairs(value) do parts[index] = indented(member, deeper) end
  end
  local open, close = value.fields and "{" or "[", value.fields and "}" or "]"
  if #parts == 0 or type(value[1]) == "number" then return open .. table.concat(parts, ", ") .. close end
  return open .. "\n" .. deeper .. table.concat(parts, ",\n" .. deeper) .. "\n" .. indent .. close
end

--- A string, a number, an array or a `json.object`, each member of which has a line of its own, so that a change reads well in a diff.
-- Arrays of numbers stay on one line.
function json.indented(value)
  return indented(value, "")
end

return json
