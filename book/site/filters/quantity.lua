--- Quantities: a value, or a series of values by size, with a unit and with the sources that it rests on.
--
-- Arithmetic and comparisons go point by point over the sizes that both sides have; a single value goes with every point. Mistakes
-- are raised as plain sentences.

local units = require("units")

local quantity = {}
local Quantity = {}

local function fail(what, ...) error(what:format(...), 0) end

--- Makes a quantity.
-- @param points  a list of {x, value}, the value in bytes, seconds and counts; a single one without x for a value by itself
-- @param unit    as units.parse gives it, in which it is shown; nil if arithmetic has made something new
-- @param sources a list of what it rests on
-- @param series  whether it is a series: its points are distinguished by x
function quantity.new(points, dimensions, unit, sources, series)
  return setmetatable({points = points, dimensions = dimensions, unit = unit, sources = sources or {}, series = series}, Quantity)
end

--- A value by itself, given in a unit.
function quantity.single(value, unit, sources)
  return quantity.new({{value = value * unit.scale}}, unit.dimensions, unit, sources, false)
end

function quantity.is(value) return getmetatable(value) == Quantity end

--- A plain number becomes a quantity; anything else is refused.
function quantity.from(value)
  if quantity.is(value) then return value end
  if type(value) == "number" then return quantity.single(value, units.none) end
  if type(value) == "function" then fail("this is only the name of a measurement; call it with a series and a size") end
  fail("%s is not a number", type(value) == "string" and "'" .. value .. "'" or "a " .. type(value))
end

--- The sources of several quantities, each once.
function quantity.joined(...)
  local all, known = {}, {}
  for _, list in ipairs({...}) do
    for _, source in ipairs(list) do
      if not known[source] then all[#all + 1] = source end
      known[source] = true
    end
  end
  return all
end

-- The points of both, as {x, a, b}.
local function pairs_of(a, b)
  if not a.series then
    local list = {}
    for _, point in ipairs(b.points) do list[#list + 1] = {x = point.x, a = a.points[1].value, b = point.value} end
    return list
  elseif not b.series then
    local list = {}
    for _, point in ipairs(a.points) do list[#list + 1] = {x = point.x, a = point.value, b = b.points[1].value} end
    return list
  end
  local at, list = {}, {}
  for _, point in ipairs(b.points) do at[point.x] = point.value end
  for _, point in ipairs(a.points) do
    if at[point.x] then list[#list + 1] = {x = point.x, a = point.value, b = at[point.x]} end
  end
  if #list == 0 then fail("the two series have no size in common; compare single points, or their median") end
  return list
end

local function combined(a, b, dimensions, unit, operate)
  local points = {}
  for _, pair in ipairs(pairs_of(a, b)) do points[#points + 1] = {x = pair.x, value = operate(pair.a, pair.b)} end
  local made = quantity.new(points, dimensions, unit, quantity.joined(a.sources, b.sources), a.series or b.series)
  made.x_unit = a.x_unit or b.x_unit
  return made
end

local function same_unit(a, b, verb)
  if not units.same(a.dimensions, b.dimensions) then
    fail("the units are incompatible: %s cannot be %s %s; give a typed number its unit with quantity(…, '…'), or take a ratio",
      units.named(a.dimensions), verb, units.named(b.dimensions))
  end
end

local function sum(verb, operate)
  return function(a, b)
    a, b = quantity.from(a), quantity.from(b)
    same_unit(a, b, verb)
    return combined(a, b, a.dimensions, a.unit or b.unit, operate)
  end
end

local function product(power, operate)
  return function(a, b)
    a, b = quantity.from(a), quantity.from(b)
    local dimensions = units.times(a.dimensions, b.dimensions, power)
    local unit
    if next(dimensions) == nil then
      unit = units.none
    elseif next(b.dimensions) == nil then
      unit = a.unit
    elseif next(a.dimensions) == nil and power == 1 then
      unit = b.unit
    end
    return combined(a, b, dimensions, unit, operate)
  end
end

Quantity.__add = sum("added to", function(a, b) return a + b end)
Quantity.__sub = sum("subtracted from", function(a, b) return a - b end)
Quantity.__mul = product(1, function(a, b) return a * b end)
Quantity.__div = product(-1, function(a, b) return a / b end)
Quantity.__unm = function(a) return a * -1 end

local optional = {unit = true, x_unit = true, is_range = true}

function Quantity.__index(_, name)
  if optional[name] then return nil end
  fail("a number has no field %s; only loop(…) has fields", tostring(name))
end
function Quantity.__call() fail("a number cannot be called; write the size inside the parentheses of the measurement") end
for _, event in ipairs({"__pow", "__mod", "__idiv", "__concat", "__len"}) do
  Quantity[event] = function() fail("only + - * / are defined for numbers with a unit") end
end

-- Comparisons ------------------------------------------------------------------------------------------------------

local compared = {}  -- what has been compared since the last call of quantity.comparisons(): {a, b, words, failed}

--- Comparisons made since this was last called, each with the point where it failed. Lua keeps only true or false, and a message
-- needs both sides.
function quantity.comparisons()
  local list = compared
  compared = {}
  return list
end

local function compare(a, b, words, test)
  a, b = quantity.from(a), quantity.from(b)
  same_unit(a, b, "compared with")
  local failed
  for _, pair in ipairs(pairs_of(a, b)) do
    if not failed and not test(pair.a, pair.b) then failed = pair end
  end
  compared[#compared + 1] = {a = a, b = b, words = words, failed = failed}
  return failed == nil
end

Quantity.__lt = function(a, b) return compare(a, b, "less than", function(p, q) return p < q end) end
Quantity.__le = function(a, b) return compare(a, b, "at most", function(p, q) return p <= q end) end

function quantity.equal(a, b)
  return compare(a, b, "equal to", function(p, q) return p == q or math.abs(p - q) <= 1e-9 * math.abs(q) end)
end

--- Whether a differs from b by a share of b at most.
function quantity.within(a, b, share)
  if type(share) ~= "number" then fail("within(a, b, share) needs a share such as 0.02") end
  return compare(a, b, ("within %g %% of"):format(share * 100), function(p, q) return math.abs(p - q) <= share * math.abs(q) end)
end

-- Series -----------------------------------------------------------------------------------------------------------

local function values(...)
  local list, all = {}, {...}
  if #all == 0 then fail("max, min, median and range need a series, or several numbers") end
  local first = quantity.from(all[1])
  local sources = {}
  for _, one in ipairs(all) do
    one = quantity.from(one)
    same_unit(first, one, "compared with")
    for _, point in ipairs(one.points) do list[#list + 1] = point.value end
    sources = quantity.joined(sources, one.sources)
  end
  table.sort(list)
  return list, first, sources
end

local function chosen(choose)
  return function(...)
    local list, first, sources = values(...)
    return quantity.new({{value = choose(list)}}, first.dimensions, first.unit, sources, false)
  end
end

quantity.max = chosen(function(list) return list[#list] end)
quantity.min = chosen(function(list) return list[1] end)
quantity.median = chosen(function(list) return (list[(#list + 1) // 2] + list[#list // 2 + 1]) / 2 end)

--- Least to most: two values that are shown with a dash between them.
function quantity.range(...)
  local list, first, sources = values(...)
  local made = quantity.new({{x = 1, value = list[1]}, {x = 2, value = list[#list]}}, first.dimensions, first.unit, sources, true)
  made.is_range = true
  return made
end

return quantity
