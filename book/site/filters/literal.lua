--- A value as the text of a Lua expression, its keys in order: what one filter writes another reads with `files.value`.

local function literal(value)
  if type(value) ~= "table" then return ("%q"):format(value) end
  local keys, members = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys)
  for _, key in ipairs(keys) do members[#members + 1] = ("[%q] = %s"):format(key, literal(value[key])) end
  return "{" .. table.concat(members, ", ") .. "}"
end

return literal
