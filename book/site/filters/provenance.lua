--- Where the numbers of a page come from: each number leads to its entry in a list at the end of the page, which a script shows
-- next to the number.
--
-- The list has each text once: the same number from the same source is one entry. An entry is made when its number is put on the
-- page, so that a number which is shown elsewhere, such as one in the explanation of an exercise, is not listed here.

local html = require("html")
local number_text = require("number_text")
local plot = require("plot")
local quantity = require("quantity")
local units = require("units")

local provenance = {}
provenance.__index = provenance

--- Begins the list of a page.
-- @param found     what numbers.lua found: {kind, text, expression, sources, link}
-- @param chapter   the name of the page's chapter
-- @param measures  the program of each measurement of that chapter, by its name
-- @param paper     whether it is for a book
function provenance.new(found, chapter, measures, paper)
  return setmetatable({found = found, chapter = chapter, measures = measures, paper = paper,
    entries = {}, known = {},               -- the list, and the place of each entry in it by its text
    shown = 0, older = 0, undated = 0}, provenance)  -- how many numbers the page shows, and how many of them are not known to be current
end

--- Inlines without numbers that lead anywhere, for other pages.
function provenance.plainly(inlines)
  return pandoc.Span(inlines):walk({Span = function(span) return span.classes:includes("number") and span.content or nil end}).content
end

-- Sentences --------------------------------------------------------------------------------------------------------

local function listed(parts) return table.concat(parts, ", ") end

local function place(point)
  return plot.place(point.x, point.x_unit) .. (point.x_unit == "bytes" and "" or " " .. point.x_unit)
end

local function with_unit(value, unit)
  local parsed = units.parse(unit)
  return number_text.of(quantity.single(value, parsed), value ~= math.floor(value) and {digits = "4"} or {}, true)
end

local function of_series(source)
  local points = source.points
  if #points == 1 then
    return ("%s at %s: %s"):format(source.series, place(points[1]), with_unit(points[1].y, points[1].y_unit))
  end
  return ("%s: %d sizes from %s to %s"):format(source.series, #points, place(points[1]), place(points[#points]))
end

local says = {}  -- by what a source is: its sentence, without the run

function says.measurement(source) return of_series(source) end
function says.clock(source) return ("SM clock with %s: %s"):format(source.run.key, with_unit(source.value, "MHz")) end

function says.property(source)
  return ("%s of the %s: %s (%s)"):format(source.name, source.device, with_unit(source.value, source.unit), source.origin.words)
end

function says.printed(source) return ("%s printed %s on %s"):format(source.program, plot.number(source.value), source.device) end
function says.name(source) return ("%s is %s, %s: %s"):format(source.name, source.text, source.kind, source.expression) end

function says.loop(source)
  return ("%s of the innermost loop of %s in %s: %s"):format(source.name, source.kernel, source.program, plot.number(source.value))
end

function says.counter(source)
  return ("%s of %s in %s: %s"):format(source.name, source.kernel, source.program, plot.number(source.value))
end

-- The program that measured, or the measurement where the record does not name it; another chapter's with the name of that chapter.
local function program_words(self, run)
  local other = run.chapter ~= self.chapter and run.chapter .. "/" or ""
  local program = run.program or other == "" and (self.measures[run.key] or {}).name
  return program and "program " .. other .. program or "measurement " .. other .. run.key
end

-- The run in which a measurement was taken: device, clock, versions, date, program.
local function run_words(self, run)
  local parts = {run.device}
  if run.clock then parts[#parts + 1] = ("SM clock %s\u{a0}MHz"):format(plot.number(run.clock)) end
  if run.driver then parts[#parts + 1] = "driver " .. run.driver end
  if run.toolkit then parts[#parts + 1] = "CUDA " .. run.toolkit end
  if run.date then parts[#parts + 1] = run.date end
  parts[#parts + 1] = program_words(self, run)
  return listed(parts)
end

local function build_words(source)
  local parts = {source.device}
  if source.arch then parts[#parts + 1] = tostring(source.arch) end
  if source.driver then parts[#parts + 1] = "driver " .. source.driver end
  if source.toolkit then parts[#parts + 1] = "CUDA " .. source.toolkit end
  if source.date then parts[#parts + 1] = source.date end
  return listed(parts)
end

-- Whether the program has changed since: the record says so, says that it has not, or does not say.
local function has_run(source) return source.run or source.what == "loop" or source.what == "counter" end
local function is_older(source) return has_run(source) and (source.run or source).current == false end
local function is_undated(source) return has_run(source) and (source.run or source).current == nil end

-- Calls `take` with every source, those that a name stands for included; the second argument says whether it is one of these.
local function each_source(sources, take, is_inherited)
  for _, source in ipairs(sources) do
    take(source, is_inherited)
    if source.inherited then each_source(source.inherited, take, true) end
  end
end

-- The sources grouped by the run or build that they share, in order. Of what a name stands for, which has an entry of its own, only the runs
-- are repeated.
local function grouped(self, sources)
  local groups, known = {}, {}
  each_source(sources, function(source, is_inherited)
    if is_inherited and not has_run(source) then return end
    local words = source.run and run_words(self, source.run) or has_run(source) and build_words(source) or ""
    if not known[words] then
      known[words] = {words = words, says = {}, said = {}}
      groups[#groups + 1] = known[words]
    end
    local group, sentence = known[words], says[source.what](source)
    if not is_inherited and not group.said[sentence] then
      table.insert(group.says, sentence)
      group.said[sentence] = true
    end
    group.older = group.older or is_older(source)
  end)
  return groups
end

local function age_of(sources)
  local older, undated = false, false
  each_source(sources, function(source) older, undated = older or is_older(source), undated or is_undated(source) end)
  return older, undated
end

-- A formula is shown unless it only names the one thing that it rests on, whose sentence says the same.
local function formula_html(found)
  local is_name = #found.sources == 1 and found.expression:find("^[%w_.]+%b()$") and #(found.sources[1].points or {1}) == 1
  local parts = {}
  if found.name then parts[1] = found.name end
  if not is_name then parts[#parts + 1] = found.expression end
  return #parts > 0 and html.fill(" <code>{formula}</code>", {formula = table.concat(parts, " = ")}) or ""
end

local kinds = {measured = "measured", predicted = "predicted", counted = "counted", asserted = "checked against the record"}

-- The entry of a number: kind, formula, and what it rests on.
local function entry_html(self, found)
  if found.kind == "quoted" then return html.fill('quoted from <a href="{link}">{link}</a>', found) end
  local parts = {}
  for _, group in ipairs(grouped(self, found.sources)) do
    local text = html.escape(table.concat(group.says, "; "))
    if group.words ~= "" then text = text .. html.fill((text ~= "" and " " or "") .. "<small>({words})</small>", group) end
    if group.older then text = text .. " <strong>The program has changed since.</strong>" end
    parts[#parts + 1] = (#parts == 0 and "" or #group.says > 0 and "; " or " ") .. text
  end
  return kinds[found.kind] .. formula_html(found) .. ": " .. table.concat(parts)
end

-- Links ------------------------------------------------------------------------------------------------------------

--- What a span of class `number` becomes: a link to its entry, which is made if there is none yet. Other spans stay as they are.
function provenance:link(span)
  if span.classes[1] ~= "number" then return nil end
  local found = self.found[tonumber(span.attributes.from)]
  local text = entry_html(self, found)
  local key = found.text .. "\0" .. text
  local first = not self.known[key]
  if first then
    table.insert(self.entries, {label = found.text, html = text})
    self.known[key] = #self.entries
  end
  local entry, older, undated = self.known[key], age_of(found.sources)
  self.shown = self.shown + 1
  if older then self.older = self.older + 1 elseif undated then self.undated = self.undated + 1 end
  local source, number = "source-" .. entry, first and "number-" .. entry or ""
  local attributes = pandoc.Attr(self.paper and "" or number, {"number"}, not self.paper and {["aria-describedby"] = source} or {})
  local link = pandoc.Link(span.content, "#" .. source, "", attributes)
  return self.paper and first and {html.inline('<span id="{id}">', {id = number}), link, html.inline("</span>")} or link
end

-- The list ---------------------------------------------------------------------------------------------------------

local function counted(self, subject)
  local sentences = {subject .. (self.shown == 1 and " has 1 number or comparison with a source."
    or (" has %d numbers and comparisons with a source, listed by first appearance."):format(self.shown))}
  if self.older > 0 then
    sentences[#sentences + 1] = ("%d of them %s measured or counted with an older text of a program; the list marks them."):format(
      self.older, self.older == 1 and "was" or "were")
  elseif self.undated == 0 then
    sentences[#sentences + 1] = "Every program is still the one that was recorded."
  end
  if self.undated > 0 then
    sentences[#sentences + 1] = ("For %d of them, the record does not say which text of the program was measured."):format(self.undated)
  end
  return html.escape(table.concat(sentences, " "))
end

--- The list as HTML for the end of a page; nil if the page has no such numbers.
function provenance:list()
  if #self.entries == 0 then return nil end
  local items = {}
  for index, entry in ipairs(self.entries) do
    items[#items + 1] = html.fill('<li id="source-{n}"><a href="#number-{n}">{label}</a>, {=html}</li>',
      {n = index, label = entry.label, html = entry.html})
  end
  return html.fill('<p data-older="{older}">{=counted}</p>\n<ol>\n{=items}\n</ol>',
    {older = self.older, counted = counted(self, "This page"), items = table.concat(items, "\n")})
end

--- The list as blocks for a book.
-- @param subject  what has these numbers, at the beginning of a sentence
function provenance:blocks(subject)
  local blocks = pandoc.List({})
  if #self.entries == 0 then return blocks end
  blocks:insert(pandoc.Div({pandoc.Para({html.inline(counted(self, subject))})}, pandoc.Attr("", {"origin"})))
  for index, entry in ipairs(self.entries) do
    local back = pandoc.Link(entry.label, "#number-" .. index)
    blocks:insert(pandoc.Div({pandoc.Para({back, html.inline(", " .. entry.html)})}, pandoc.Attr("source-" .. index, {"origin"})))
  end
  return blocks
end

return provenance
