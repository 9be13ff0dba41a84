--- The expressions in which numbers are written: Lua in a sandbox that knows what is recorded of devices.
--
-- What a name means depends on a scope, a device and a chapter: `steps('CUB', GiB)` is of the page's chapter on the page's device,
-- `H200.chapter('05-vectors').speed('float4', 1024)` is of both others. Mistakes are raised as plain sentences.

local gpus = require("gpus")
local plot = require("plot")
local properties = require("device_properties")
local quantity = require("quantity")
local units = require("units")

local expressions = {}
expressions.__index = expressions

local function fail(what, ...) error(what:format(...), 0) end

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map or {}) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  return keys
end

local function there_are(names) return #names > 0 and "there are: " .. table.concat(names, ", ") or "there are none" end

--- Prepares for the numbers of one page.
-- @param chapter   the name of the page's chapter
-- @param recorded  called with the name of a chapter: what page_data.py wrote of it, a list of devices, or nil if there is no such chapter
-- @param outputs   the outputs that the page shows: {name (of the program), device (nil for loom), lines}
-- @param device    the word for the device that is meant where an expression names none
function expressions.new(chapter, recorded, outputs, device)
  return setmetatable({chapter = chapter, recorded = recorded, outputs = outputs, device = device,
                       names = {}, missing = {}, wanted = {}, awaited = {}}, expressions)
end

-- What is raised where a program of the page asks for what no run has recorded yet, as any new program does: the number says so.
expressions.not_yet = "not measured yet"

--- Says that a program of the page asks for an entry of a section of the record.
function expressions:want(section, name) self.wanted[section .. "/" .. name:gsub("%-", "_")] = true end

local function is_wanted(scope, section, name)
  return scope.chapter == scope.page.chapter and scope.page.wanted[section .. "/" .. tostring(name):gsub("%-", "_")]
end

-- Records ----------------------------------------------------------------------------------------------------------

local function no_chapter(name) fail("there is no chapter %s; write its name as its file has it, such as 05-vectors", tostring(name)) end

-- The record of a scope's chapter on its device.
local function record_of(scope)
  local devices = scope.page.recorded(scope.chapter)
  if not devices then no_chapter(scope.chapter) end
  local names = {}
  for _, one in ipairs(devices) do
    if gpus.is_called(one.device, scope.device) then return one end
    names[#names + 1] = one.device
  end
  if scope.chapter == scope.page.chapter and next(scope.page.wanted) then return {device = scope.device} end  -- a new chapter
  fail("nothing of chapter %s is recorded on a device called %s; %s", scope.chapter, scope.device, there_are(names))
end

-- An entry of one section of a record: keys have the chapter in front where sections of several chapters lie together.
local function entry_of(record, section, chapter, name)
  local entries = record[section] or {}
  return entries[chapter .. "/" .. name] or entries[name]
end

local function names_in(record, section, chapter)
  local names = {}
  for _, key in ipairs(sorted_keys(record[section])) do
    names[#names + 1] = key:match("^" .. chapter:gsub("%p", "%%%0") .. "/(.*)$") or key:match("^[^/]*$")
  end
  return names
end

-- Measurements -----------------------------------------------------------------------------------------------------

-- A recorded run as it is named under a number.
local function run_of(scope, record, key, one)
  return {chapter = scope.chapter, device = record.device, key = key, date = one.date, clock = one.clock, driver = one.driver,
    toolkit = one.toolkit, program = one.program, current = one.current}
end

local function is_same(x, y) return x == y or math.abs(x - y) <= 1e-9 * math.abs(y) end

local function series_of(one, name, key)
  local points, order, known = {}, {}, {}
  for _, point in ipairs(one.points) do
    if not known[point.series] then order[#order + 1] = "'" .. point.series .. "'" end
    known[point.series] = true
    if point.series == name then points[#points + 1] = point end
  end
  if #points == 0 and one.current == false then error(expressions.not_yet, 0) end  -- the program has changed, and may have this series now
  if #points == 0 then
    fail("%s has no series %s; there are: %s", key, name and "'" .. tostring(name) .. "'" or "without a name", table.concat(order, ", "))
  end
  table.sort(points, function(a, b) return a.x < b.x end)
  return points
end

local function number_in(x, what)
  if quantity.is(x) then x = #x.points == 1 and x.points[1].value or x end
  if type(x) ~= "number" then fail("%s is not a size; write a number such as GiB or 4096", what) end
  return x
end

local function places(points)
  local list = {}
  for _, point in ipairs(points) do list[#list + 1] = plot.place(point.x, point.x_unit) end
  return table.concat(list, ", ")
end

-- The requested points of a series: one, those of an interval, or all.
local function selected(points, key, name, from, to)
  if from == nil then return points end
  local first = number_in(from, tostring(from))
  local last = to and number_in(to, tostring(to))
  local list = {}
  for _, point in ipairs(points) do
    local fits = last and point.x >= first * (1 - 1e-9) and point.x <= last * (1 + 1e-9)
    if fits or not last and is_same(point.x, first) then list[#list + 1] = point end
  end
  if #list == 0 then
    local unit = points[1].x_unit
    fail("%s('%s') has nothing %s; its sizes are: %s", key, name,
      last and ("from %s to %s"):format(plot.place(first, unit), plot.place(last, unit)) or "at " .. plot.place(first, unit), places(points))
  end
  return list
end

-- The measurements that fences take, whose names may have hyphens; expressions have underscores in their place.
local function measurement_named(scope, name)
  local record = record_of(scope)
  for _, known in ipairs(names_in(record, "measurements", scope.chapter)) do
    if known == name or known:gsub("%-", "_") == name then return known, record end
  end
end

local function measured(scope, name)
  local known, record = measurement_named(scope, name)
  if not known and is_wanted(scope, "measurements", name) then error(expressions.not_yet, 0) end
  if not known then
    fail("chapter %s has no measurement called %s on %s; %s", scope.chapter, name, scope.device,
      there_are(names_in(record, "measurements", scope.chapter)))
  end
  return entry_of(record, "measurements", scope.chapter, known), known, record
end

local function measurement(scope, name)
  return function(series, from, to)
    local one, key, record = measured(scope, name)
    local points = selected(series_of(one, series, key), key, series, from, to)
    local unit = units.parse(points[1].y_unit)
    local made = {}
    for index, point in ipairs(points) do made[index] = {x = point.x, value = point.y * unit.scale} end
    local is_series = from == nil or to ~= nil
    local source = {what = "measurement", chapter = scope.chapter, series = series, points = points, run = run_of(scope, record, key, one)}
    local result = quantity.new(made, unit.dimensions, unit, {source}, is_series)
    result.x_unit = points[1].x_unit
    return result
  end
end

-- A clock is recorded in MHz, or with its unit.
local function clock(scope)
  return function(name)
    local one, key, record = measured(scope, name or "")
    if not one.clock and is_wanted(scope, "measurements", key) then error(expressions.not_yet, 0) end
    if not one.clock then fail("no clock was recorded with %s on %s; record it again", key, record.device) end
    return quantity.single(one.clock, units.parse("MHz"), {{what = "clock", value = one.clock, run = run_of(scope, record, key, one)}})
  end
end

-- Counts -----------------------------------------------------------------------------------------------------------

local function counted(value, source)
  source.value = value
  return quantity.single(value, units.none, {source})
end

-- The keys of a table whose values are of a type.
local function keys_of_type(map, wanted)
  local keys = {}
  for _, key in ipairs(sorted_keys(map)) do
    if type(map[key]) == wanted then keys[#keys + 1] = key end
  end
  return keys
end

-- What is recorded of a kernel, in one of the sections `loops` and `counters`, and a source that says so: the run is that of its program.
local function kernel_entry(scope, section, program, kernel)
  local record = record_of(scope)
  local of_program = entry_of(record, section, scope.chapter, program or "")
  if not of_program then
    if is_wanted(scope, section, program) then error(expressions.not_yet, 0) end
    fail("no %s of a program called %s are recorded on %s; %s", section, tostring(program), record.device,
      there_are(names_in(record, section, scope.chapter)))
  end
  local one = of_program[kernel]
  if not one then
    fail("no %s of a kernel called %s in %s are recorded; %s", section, tostring(kernel), program, there_are(keys_of_type(of_program, "table")))
  end
  local source = {kernel = kernel, program = program, device = record.device, arch = one.arch, date = of_program.date,
    toolkit = of_program.toolkit, driver = section == "counters" and of_program.driver or nil, current = of_program.current}
  return one, source
end

local function described(source, what, name)
  local made = {what = what, name = name}
  for key, value in pairs(source) do made[key] = value end
  return made
end

local function loop(scope)
  return function(program, kernel)
    local one, source = kernel_entry(scope, "loops", program, kernel)
    return setmetatable({}, {__index = function(_, name)
      local kinds = one.instructions or {}
      local value = name == "instructions" and kinds.total or kinds[name] or one[name]
      if type(value) ~= "number" then
        local known = pandoc.List(sorted_keys(kinds)) .. keys_of_type(one, "number")
        fail("the loop of %s in %s has no %s; there are: instructions, %s", kernel, program, tostring(name), table.concat(known, ", "))
      end
      return counted(value, described(source, "loop", name))
    end})
  end
end

local function counter(scope)
  return function(program, kernel, metric)
    local one, source = kernel_entry(scope, "counters", program, kernel)
    local value = one[metric]
    if type(value) ~= "number" then
      fail("%s in %s has no counter %s; %s", kernel, program, tostring(metric), there_are(keys_of_type(one, "number")))
    end
    return counted(value, described(source, "counter", metric))
  end
end

-- What a program printed: as a device's record has it, or as the page shows it, which a test compares with a run.
local function printed_text(scope, program, device)
  for _, record in ipairs(scope.page.recorded(scope.chapter) or {}) do
    local one = entry_of(record, "programs", scope.chapter, program)
    if gpus.is_called(record.device, device) and one and one.output then return one.output end
  end
  local shown = {}
  for _, output in ipairs(scope.chapter == scope.page.chapter and scope.page.outputs or {}) do
    local on = output.device or "loom"
    if output.name == program and gpus.is_called(on, device) then return table.concat(output.lines, "\n") end
    shown[#shown + 1] = output.name
  end
  fail("no output of a program called %s is recorded on %s; %s", program, device, there_are(shown))
end

local function printed(scope)
  local device = scope.named and scope.device or "loom"
  return function(program, pattern)
    if type(program) ~= "string" or type(pattern) ~= "string" then
      fail("printed needs a program and a pattern: printed('reduce', '(%%d+) ones')")
    end
    local text = printed_text(scope, program, device)
    local matched, found = pcall(string.match, text, pattern)
    if not matched then fail("'%s' is not a Lua pattern: %s", pattern, found) end
    local value = found and tonumber((found:gsub(",", "")))
    if not found then fail("nothing that %s printed on %s matches '%s'", program, device, pattern) end
    if not value then fail("'%s' matches '%s' in what %s printed, which is not a number", pattern, found, program) end
    return counted(value, {what = "printed", program = program, chapter = scope.chapter, device = device})
  end
end

-- Names ------------------------------------------------------------------------------------------------------------

local function typed(unit)
  return function(value)
    if type(value) ~= "number" then fail("%s(…) needs a plain number", unit.text) end
    return quantity.single(value, unit)
  end
end

local constants = {
  KiB = 2 ^ 10, MiB = 2 ^ 20, GiB = 2 ^ 30, TiB = 2 ^ 40, k = 1e3, M = 1e6, G = 1e9, T = 1e12,
  max = quantity.max, min = quantity.min, median = quantity.median, range = quantity.range,
  equal = quantity.equal, within = quantity.within,
  bytes = typed(units.parse("bytes")), seconds = typed(units.parse("s")),
  quantity = function(value, unit)
    if type(value) ~= "number" or type(unit) ~= "string" then fail("quantity needs a number and a unit: quantity(3000, 'GB/s')") end
    return quantity.single(value, units.parse(unit))
  end,
}

local make_scope  -- forward declaration: a scope leads to others

local scoped = {
  clock = clock, loop = loop, counter = counter, printed = printed,
  measurement = function(scope)
    return function(name, ...) return measurement(scope, name)(...) end
  end,
  chapter = function(scope)
    return function(name)
      return make_scope({page = scope.page, chapter = name, device = scope.device, named = scope.named})
    end
  end,
}

local function property(scope, name)
  local known = properties[scope.device]
  local one = known and known[name]
  if one then
    return quantity.single(one.value, one.unit,
      {{what = "property", device = scope.device, name = name, value = one.value, unit = one.unit.text, origin = one.origin}})
  end
end

-- A word in the name of a device that the record knows.
local function is_device(scope, word)
  if properties[word] then return true end
  for _, record in ipairs(word:find("^%u") and scope.page.recorded(scope.chapter) or {}) do
    if gpus.is_called(record.device, word) then return true end
  end
  return false
end

local function is_property(name)
  for _, known in pairs(properties) do
    if known[name] then return true end
  end
  return false
end

-- What is raised where a name is missing because the number that has it is wrong: that one is reported, and one message is enough.
expressions.reported = "the number of this name is wrong"

local function unknown(scope, name)
  if scope.page.missing[name] then error(expressions.reported, 0) end
  if scope.page.awaited[name] or is_wanted(scope, "measurements", name) then error(expressions.not_yet, 0) end
  local devices = {}
  for _, record in ipairs(scope.page.recorded(scope.chapter) or {}) do devices[#devices + 1] = record.device end
  if name:find("^%u") then fail("no device is called %s; %s", name, there_are(devices)) end
  if is_property(name) then fail("%s has no property %s; add it to device_properties.lua", scope.device, name) end
  local recorded, record = pcall(record_of, scope)
  if not recorded then error(record, 0) end
  fail("there is no measurement, property or name called %s; the measurements of chapter %s on %s are: %s", name, scope.chapter, scope.device,
    table.concat(names_in(record, "measurements", scope.chapter), ", "))
end

local function meaning(scope, name)
  if constants[name] then return constants[name] end
  if scoped[name] then return scoped[name](scope) end
  if is_device(scope, name) then return make_scope({page = scope.page, chapter = scope.chapter, device = name, named = true}) end
  local of_device = property(scope, name)
  if of_device then return of_device end
  if scope.page.names[name] then return scope.page.names[name] end
  local found, known = pcall(measurement_named, scope, name)
  if found and known then return measurement(scope, known) end
  unknown(scope, name)
end

make_scope = function(scope)
  return setmetatable({}, {
    __index = function(_, name) return meaning(scope, name) end,
    __newindex = function(_, name) fail("%s = … sets a name; give the number name=\"%s\" instead", name, name) end,
  })
end

--- Says that the number of this name is wrong, so that its uses are not reported as well.
function expressions:miss(name) self.missing[name] = true end

--- Says that the number of this name is not measured yet, so neither are its uses.
function expressions:await(name) self.awaited[name] = true end

--- Gives a quantity a name that later expressions know. What uses it rests on `source`, which gets what the quantity rests on.
function expressions:define(name, value, source)
  if not name:find("^%a[%w_]*$") then fail("name=\"%s\" is not a name; take letters, digits and underscores", name) end
  local scope = {page = self, chapter = self.chapter, device = self.device}
  local known, found = pcall(measurement_named, scope, name)
  if constants[name] or scoped[name] or is_property(name) or is_device(scope, name) or known and found or self.names[name] then
    fail("name=\"%s\" has a meaning already; choose another name", name)
  end
  source.inherited = value.sources
  local named = quantity.new(value.points, value.dimensions, value.unit, {source}, value.series)
  named.x_unit = value.x_unit
  self.names[name] = named
end

-- Evaluating -------------------------------------------------------------------------------------------------------

-- Lua's own words, without the place, which is the expression itself.
local function plain(message) return (tostring(message):gsub('^%[string "[^\n]-"%]:%d+: ', "")) end

-- == between a quantity and a plain number would be false whatever they are, without a chance to say so.
local function refuse_equals(text)
  local outside = text:gsub("'[^']*'", "''")
  if outside:find("[=~]=") then fail("== and ~= cannot compare numbers with units; write equal(a, b)") end
end

--- The value of an expression: a quantity, or a boolean.
-- @param device  the word for the device of what names none; nil for the page's
function expressions:evaluate(text, device)
  refuse_equals(text)
  local scope = {page = self, chapter = self.chapter, device = device or self.device, named = device ~= nil}
  if device and not is_device(scope, device) then unknown(scope, device) end
  local chunk, reason = load("return " .. text, "=", "t", make_scope(scope))
  if not chunk then fail("the expression %s does not parse: %s", text, (reason:gsub("^:?%d*:%s*", ""):gsub("^.-:%d+: ", ""))) end
  local evaluated, value = pcall(chunk)
  if evaluated then return value end
  error(plain(value):gsub("^:?%d+:%s*", ""), 0)
end

--- The devices that an `on` attribute names; nil where there is none.
function expressions.devices_in(on)
  local words = {}
  for word in on:gmatch("%S+") do words[#words + 1] = word end
  return words
end

return expressions
