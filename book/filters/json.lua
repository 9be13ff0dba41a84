--- Reads and writes JSON. Pandoc has a module of its own for it only from version 3.1 on, and Debian ships older ones.
-- Objects and arrays become tables, null becomes nil.

local json = {}

local escapes = {b = '\b', f = '\f', n = '\n', r = '\r', t = '\t', ['"'] = '"', ['\\'] = '\\', ['/'] = '/'}

local value  -- forward declaration: values contain values

local function fail(text, at, what)
  local _, lines = text:sub(1, at):gsub("\n", "")
  error(string.format("line %d: %s", lines + 1, what), 0)
end

local function skip(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
end

local function string_at(text, at)
  local parts = {}
  local from = at + 1
  while true do
    local stop = text:find('["\\]', from)
    if not stop then fail(text, at, "a string has no end") end
    parts[#parts + 1] = text:sub(from, stop - 1)
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local code = text:match("^u(%x%x%x%x)", stop + 1)
    local low = code and text:match("^\\u(%x%x%x%x)", stop + 6)
    local unit = code and tonumber(code, 16)
    if unit and unit >= 0xD800 and unit < 0xDC00 and low then  -- two halves of one character
      parts[#parts + 1] = utf8.char(0x10000 + ((unit - 0xD800) << 10) + (tonumber(low, 16) - 0xDC00))
      from = stop + 12
    elseif unit then
      parts[#parts + 1] = utf8.char(unit)
      from = stop + 6
    else
      local plain = escapes[text:sub(stop + 1, stop + 1)]
      if not plain then fail(text, stop, "an escape that JSON does not know") end
      parts[#parts + 1] = plain
      from = stop + 2
    end
  end
end

-- The comma-separated insides of an object or array, each read by `member`.
local function members(text, at, close, member)
  at = skip(text, at + 1)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = skip(text, member(at))
    local mark = text:sub(at, at)
    if mark == close then return at + 1 end
    if mark ~= ',' then fail(text, at, "expected ',' or '" .. close .. "'") end
    at = skip(text, at + 1)
  end
end

local function object_at(text, at)
  local result = {}
  local after = members(text, at, "}", function(here)
    if text:sub(here, here) ~= '"' then fail(text, here, 'expected a name in quotes') end
    local name, colon = string_at(text, here)
    colon = skip(text, colon)
    if text:sub(colon, colon) ~= ':' then fail(text, colon, "expected ':'") end
    local next
    result[name], next = value(text, skip(text, colon + 1))
    return next
  end)
  return result, after
end

local function array_at(text, at)
  local result = {}
  local count = 0
  local after = members(text, at, "]", function(here)
    count = count + 1
    local next
    result[count], next = value(text, here)
    return next
  end)
  return result, after
end

local words = {["true"] = true, ["false"] = false}

value = function(text, at)
  local first = text:sub(at, at)
  if first == "{" then return object_at(text, at) end
  if first == "[" then return array_at(text, at) end
  if first == '"' then return string_at(text, at) end
  local word = text:match("^%a+", at)
  if word == "null" then return nil, at + 4 end
  if words[word] ~= nil then return words[word], at + #word end
  local number = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  if not number or not tonumber(number) then fail(text, at, "expected a value") end
  return tonumber(number), at + #number
end

function json.decode(text)
  local result, after = value(text, skip(text, 1))
  if skip(text, after) <= #text then fail(text, after, "something follows the value") end
  return result
end

local named = {["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n", ["\t"] = "\\t"}

--- A string as JSON.
function json.string(text)
  return '"' .. text:gsub('[\\"%c]', function(c) return named[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

--- A value on one line, its keys in order. An empty table is an array.
function json.encode(given)
  if type(given) == "string" then return json.string(given) end
  if type(given) ~= "table" then return tostring(given) end
  local parts = {}
  if #given > 0 or next(given) == nil then
    for _, member in ipairs(given) do parts[#parts + 1] = json.encode(member) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local keys = {}
  for key in pairs(given) do keys[#keys + 1] = key end
  table.sort(keys)
  for _, key in ipairs(keys) do parts[#parts + 1] = json.string(key) .. ":" .. json.encode(given[key]) end
  return "{" .. table.concat(parts, ",") .. "}"
end

return json
