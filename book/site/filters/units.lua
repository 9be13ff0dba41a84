--- Units: what they scale by, and what they count.
--
-- Bytes and seconds are dimensions in the sense of physics: no conversion crosses them. Whatever else a unit names (updates, cycles, FLOP) is
-- a count of something. It keeps sums and comparisons apart, but an author may give a product a new unit.

local units = {}

local prefixes = {n = 1e-9, ["µ"] = 1e-6, ["μ"] = 1e-6, m = 1e-3, k = 1e3, M = 1e6, G = 1e9, T = 1e12,
  Ki = 2 ^ 10, Mi = 2 ^ 20, Gi = 2 ^ 30, Ti = 2 ^ 40}
local words = {k = 1e3, M = 1e6, G = 1e9, T = 1e12, thousand = 1e3, million = 1e6, billion = 1e9, trillion = 1e12}
local atoms = {
  B = {B = 1}, byte = {B = 1}, bytes = {B = 1}, s = {s = 1}, second = {s = 1}, seconds = {s = 1}, Hz = {cycle = 1, s = -1},
  FLOP = {FLOP = 1}, sample = {sample = 1},
}

-- An atom with or without a prefix: its scale and its dimensions.
local function atom(word)
  if atoms[word] then return 1, atoms[word] end
  for prefix, scale in pairs(prefixes) do
    local rest = word:sub(1, #prefix) == prefix and word:sub(#prefix + 1)
    if rest and rest ~= "byte" and rest ~= "bytes" and atoms[rest] then return scale, atoms[rest] end
  end
end

--- The product of dimensions, each to a power.
function units.times(a, b, power)
  local product = {}
  for name, exponent in pairs(a) do product[name] = exponent end
  for name, exponent in pairs(b) do
    local sum = (product[name] or 0) + exponent * (power or 1)
    product[name] = sum ~= 0 and sum or nil
  end
  return product
end

local function singular(noun) return (noun:gsub("s$", "")) end

-- "GB", "G updates", "billion updates", "µs an option": a scale, then an atom or a noun, then what it is of.
local function numerator(text)
  local scale, dimensions, rest = 1, {}, {}
  for word in text:gmatch("%S+") do
    local factor, found = atom(word)
    if #rest == 0 and next(dimensions) == nil and words[word] then
      scale = scale * words[word]
    elseif #rest == 0 and next(dimensions) == nil and found then
      scale, dimensions = scale * factor, found
    else
      rest[#rest + 1] = word
    end
  end
  local noun = table.concat(rest, " ")
  if noun ~= "" then dimensions = units.times(dimensions, {[singular(noun)] = 1}) end
  return scale, dimensions
end

--- What a unit says.
-- @return {text, scale, dimensions}: the value of 1 of it, and the exponents of what it is made of
function units.parse(text)
  local spelt = text:gsub(" per ", "/"):gsub(" a second$", "/s")
  local upper, lower = spelt:match("^([^/]*)/(.*)$")
  local scale, dimensions = numerator(upper or spelt)
  if lower then
    local lower_scale, lower_dimensions = numerator(lower)
    scale, dimensions = scale / lower_scale, units.times(dimensions, lower_dimensions, -1)
  end
  return {text = text, scale = scale, dimensions = dimensions}
end

units.none = units.parse("")

local function contained(a, b, only)
  for name, exponent in pairs(a) do
    if (not only or only[name]) and b[name] ~= exponent then return false end
  end
  return true
end

--- Whether dimensions are the same.
function units.same(a, b) return contained(a, b) and contained(b, a) end

local physical = {B = true, s = true}

--- Whether bytes and seconds are the same; what is counted may have another name.
function units.fits(a, b) return contained(a, b, physical) and contained(b, a, physical) end

local called = {B = "bytes"}

--- Dimensions in words: "bytes/s", "a plain number".
function units.named(dimensions)
  local upper, lower = {}, {}
  for name, exponent in pairs(dimensions) do
    local power = math.abs(exponent)
    local word = (called[name] or name) .. (power ~= 1 and "^" .. math.tointeger(power) or "")
    table.insert(exponent > 0 and upper or lower, word)
  end
  table.sort(upper)
  table.sort(lower)
  if #upper + #lower == 0 then return "a plain number" end
  return (#upper > 0 and table.concat(upper, " ") or "1") .. (#lower > 0 and "/" .. table.concat(lower, " ") or "")
end

return units
