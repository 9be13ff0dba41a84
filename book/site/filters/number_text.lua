--- A quantity as the page says it: rounded, with thousands apart, and with its unit.

local units = require("units")

local number_text = {}

local space, minus = "\u{a0}", "\u{2212}"

local function fail(what, ...) error(what:format(...), 0) end

local function grouped(digits)
  local whole, rest = digits:match("^(%d+)(.*)$")
  local changed
  repeat
    whole, changed = whole:gsub("^(%d+)(%d%d%d)", "%1,%2")
  until changed == 0
  return whole .. rest
end

-- A value that is not negative, with as many decimals.
local function fixed(value, decimals) return grouped(("%." .. decimals .. "f"):format(value)) end

-- The size of a number is that of the rounded one: 999.7 with three digits is 1,000.
local function significant(value, digits)
  if value == 0 then return "0" end
  local rounded = ("%." .. digits - 1 .. "e"):format(value)
  local exponent = tonumber(rounded:match("e(.*)$"))
  return fixed(tonumber(rounded), math.max(0, digits - 1 - exponent))
end

local function is_integer(value) return value == math.floor(value) and math.abs(value) < 2 ^ 53 end

local function signed(value, text, plus)
  if text:find("^[0.,]*$") then return text end
  return (value < 0 and minus or plus or "") .. text
end

-- One value, in the unit in which it is shown.
local function said(value, style)
  local size = math.abs(value)
  if style.digits then return signed(value, significant(size, style.digits), style.plus) end
  if style.whole then return signed(value, fixed(size, 0), style.plus) end
  if style.exact and is_integer(value) then return signed(value, fixed(size, 0)) end
  return signed(value, significant(size, 3))
end

local function of_ratio(how)
  return function(quantity)
    if next(quantity.dimensions) ~= nil then
      fail('as="%s" is for ratios, and this is in %s; divide it by another', how, units.named(quantity.dimensions))
    end
  end
end

local ways = {
  percent = {check = of_ratio("percent"), value = function(ratio) return ratio * 100 end, unit = "%", whole = true},
  times = {check = of_ratio("times"), value = function(ratio) return ratio end, unit = "times"},
  change = {check = of_ratio("change"), value = function(ratio) return (ratio - 1) * 100 end, unit = "%", whole = true, plus = "+"},
}

-- The unit in which a quantity is shown.
local function unit_of(quantity, wanted)
  if wanted and wanted ~= "none" then
    local unit = units.parse(wanted)
    if not units.fits(quantity.dimensions, unit.dimensions) then
      fail('unit="%s" does not fit: the expression is in %s', wanted, units.named(quantity.dimensions))
    end
    return unit
  end
  return quantity.unit
    or fail("the expression makes something new, in %s; say what it is with unit=\"…\"", units.named(quantity.dimensions))
end

local function digits_in(text)
  if not text then return nil end
  local digits = math.tointeger(tonumber(text))
  if not digits or digits < 1 or digits > 12 then fail('digits="%s" is not a number of significant digits; write 1 to 12', text) end
  return digits
end

--- The text of a quantity.
-- @param attributes  `as`, `digits` and `unit` as the author wrote them
-- @param exact       whether integers are counts, which are not rounded
function number_text.of(quantity, attributes, exact)
  if #quantity.points > 1 and not quantity.is_range then
    fail("this is a whole series of %d sizes; name one of them, or take its max, min, median or range", #quantity.points)
  end
  local way = ways[attributes.as]
  if attributes.as and not way then fail('as="%s" is no way to show a number; there are percent, times and change', attributes.as) end
  local style = {digits = digits_in(attributes.digits), exact = exact}
  local values, unit = {}, ""
  if way then
    way.check(quantity)
    style.whole, style.plus, unit = way.whole, way.plus, way.unit
  end
  local shown = not way and unit_of(quantity, attributes.unit)
  for index, point in ipairs(quantity.points) do values[index] = said(way and way.value(point.value) or point.value / shown.scale, style) end
  if shown then unit = shown.text end
  if attributes.unit == "none" then unit = "" end
  local text = values[1]
  if values[2] and values[2] ~= text then text = text .. (quantity.points[1].value < 0 and " to " or "\u{2013}") .. values[2] end
  return text .. (unit ~= "" and space .. unit or "")
end

return number_text
