--- Numbers in sentences: evaluates the spans in which an author wrote them, and refuses those that do not say where they come from.
--
-- An empty span with the attribute measured, predicted or counted becomes a span of class `number` with the text that was computed;
-- what it rests on goes into a list that `provenance.lua` shows. The notation is described for authors in book/README.md.

local expressions = require("expressions")
local files = require("files")
local number_text = require("number_text")
local plot = require("plot")
local quantity = require("quantity")
local units = require("units")
local unmarked = require("unmarked")

local numbers = {}

local stringify = pandoc.utils.stringify

local computed = {measured = true, predicted = true, counted = true}
local kinds = {measured = true, predicted = true, counted = true, quoted = true, holds = true}
local allowed = {
  measured = {as = true, digits = true, unit = true, on = true, name = true},
  quoted = {},
  holds = {on = true},
}
allowed.predicted, allowed.counted = allowed.measured, allowed.measured

local function fail(what, ...) error(what:format(...), 0) end

-- Kinds ------------------------------------------------------------------------------------------------------------

local function is_plain(span) return span.classes:includes("plain") end

-- The kind of a span, and its attributes; nil for a span that is not a number.
local function kind_of(span)
  local found, others, count = nil, {}, 0
  for key, value in pairs(span.attributes) do
    if kinds[key] then
      if found then fail("a number has one kind; this one is %s and %s", found, key) end
      found = key
    else
      others[key], count = value, count + 1
    end
  end
  if is_plain(span) and found then fail("a number has one kind; this one is plain and %s", found) end
  if found then return found, others end
  if is_plain(span) or span.classes[1] == "term" then return nil end
  if count > 0 then
    fail("%s= is not a kind of number; the kinds are measured, predicted, counted, quoted, holds and .plain", (next(others)))
  elseif #span.content == 0 and span.identifier == "" then
    fail("this span is empty; give it a kind: measured, predicted, counted")
  end
end

local function is_marked(span)
  if is_plain(span) then return true end
  for key in pairs(span.attributes) do
    if kinds[key] then return true end
  end
  return false
end

-- Lines ------------------------------------------------------------------------------------------------------------

-- A copy of the Markdown in which words can be found that a line break parts.
local function searchable(text) return (text:gsub("\n", " ")) end

local function line_at(text, at) return select(2, text:sub(1, at - 1):gsub("\n", "")) + 1 end

-- The line of an attribute. The same may be written several times: spans come in the order of the text, so each search begins
-- after the last find.
local function attribute_line(state, key, value)
  local wanted = {value, (value:gsub('"', '\\"')), (value:gsub("'", "\\'"))}
  for _, text in ipairs(wanted) do
    for _, quote in ipairs({'"', "'", ""}) do
      local words = key .. "=" .. quote .. text .. quote
      local at = state.searchable:find(words, state.searched[words] or 1, true)
      if at then
        state.searched[words] = at + 1
        return line_at(state.text, at)
      end
    end
  end
  return files.line_of(state.text, key .. "=")
end

-- The line of a few words in running text, found by what is before them, as the same words may be elsewhere.
local function words_line(state, text, number)
  for _, context in ipairs({40, 20, 10, 4}) do
    local before = text:sub(math.max(1, number.from - context), number.from - 1):match("[^\1]*$")
    local words = before .. number.words
    local at = state.searchable:find(words, 1, true)
    if at then return line_at(state.text, at + #before) end
  end
  local at = state.searchable:find(number.words, 1, true) or state.searchable:find(number.words:match("^%S+"), 1, true)
  return line_at(state.text, at or 1)
end

local function mistake(state, line, what) table.insert(state.mistakes, {line = line, what = what, order = #state.mistakes}) end

-- Evaluating -------------------------------------------------------------------------------------------------------

local rests_on = {
  measured = {measurement = true},
  predicted = {measurement = true, property = true, clock = true, loop = true, counter = true, printed = true},
  counted = {loop = true, counter = true, printed = true},
}

local function is_based(kind, sources)
  for _, source in ipairs(sources) do
    if rests_on[kind][source.what] or source.inherited and is_based(kind, source.inherited) then return true end
  end
  return false
end

local function check_sources(kind, sources)
  if is_based(kind, sources) then return end
  if #sources > 0 then
    fail("no %s rests on this number; it is not %s", kind == "measured" and "measurement" or "count", kind)
  end
  fail("this number rests on nothing recorded; write it as text, [2 s]{.plain} if it has such a unit")
end

local function one_device(attributes)
  local words = attributes.on and expressions.devices_in(attributes.on) or {}
  if #words > 1 then fail("on=\"%s\": a number is of one device; name it in the expression where there are two", attributes.on) end
  return words[1]
end

-- What a name stands for: the value that was computed, in the unit in which it is shown.
local function in_unit(value, unit)
  if not unit or unit == "none" then return value end
  local shown = units.parse(unit)
  local made = quantity.new(value.points, shown.dimensions, shown, value.sources, value.series)
  made.x_unit = value.x_unit
  return made
end

local function compute(state, kind, expression, attributes)
  local value = state.evaluator:evaluate(expression, one_device(attributes))
  quantity.comparisons()
  if type(value) == "boolean" then fail("this is a comparison, not a number; write [words]{holds=\"…\"}") end
  value = quantity.from(value)
  check_sources(kind, value.sources)
  local text = number_text.of(value, attributes, kind == "counted")
  if attributes.name then
    state.evaluator:define(attributes.name, in_unit(value, attributes.unit),
      {what = "name", name = attributes.name, text = text, kind = kind, expression = expression})
  end
  return {kind = kind, text = text, expression = expression, sources = value.sources, name = attributes.name}
end

-- What a comparison found, for the message that it does not hold.
local function found_instead(comparisons)
  for _, one in ipairs(comparisons) do
    if one.failed then
      local function said(side, value)
        local unit = side.unit or one.a.unit or one.b.unit
        return number_text.of(quantity.new({{value = value}}, side.dimensions, unit, {}), {unit = not unit and "none" or nil})
      end
      local at = one.failed.x and (" at %s"):format(plot.place(one.failed.x, one.a.x_unit or one.b.x_unit)) or ""
      return (": %s is not %s %s%s"):format(said(one.a, one.failed.a), one.words, said(one.b, one.failed.b), at)
    end
  end
  return ""
end

local function assert_on(state, expression, device)
  quantity.comparisons()
  local value = state.evaluator:evaluate(expression, device)
  local comparisons = quantity.comparisons()
  if type(value) ~= "boolean" then fail("holds= needs a comparison such as a > b, equal(a, b) or within(a, b, 0.02)") end
  local sources = {}
  for _, one in ipairs(comparisons) do sources = quantity.joined(sources, one.a.sources, one.b.sources) end
  if not value then
    fail("“%s” does not hold on %s%s; correct the words, or the measurement",
      expression, device or state.evaluator.device, found_instead(comparisons))
  end
  if #sources == 0 then fail("this assertion rests on nothing recorded; compare with what is measured or counted") end
  return sources
end

local function assertion(state, span, expression, attributes)
  local devices = attributes.on and expressions.devices_in(attributes.on) or {}
  local sources = {}
  if #devices == 0 then sources = assert_on(state, expression) end
  for _, device in ipairs(devices) do sources = quantity.joined(sources, assert_on(state, expression, device)) end
  return {kind = "asserted", text = stringify(span.content), expression = expression, sources = sources, on = devices}
end

local function check_attributes(kind, attributes)
  for key in pairs(attributes) do
    if not allowed[kind][key] then fail("%s= is unknown with %s=", key, kind) end
  end
end

-- One span of the page: what it becomes.
local function evaluate(state, span)
  local kind, attributes = kind_of(span)
  if is_plain(span) then
    if #span.content == 0 then fail(".plain marks what stands in its brackets; write [2 s]{.plain}") end
    return span.content
  end
  if not kind then return nil end
  check_attributes(kind, attributes)
  if computed[kind] and #span.content > 0 then fail("leave the brackets empty: the number is computed") end
  if not computed[kind] and #span.content == 0 then fail("put the words that %s= is about into the brackets", kind) end
  local expression, made = span.attributes[kind]
  if kind == "quoted" then
    if not expression:find("^https?://%S+$") then fail("quoted= needs the address of the source, https://…") end
    made = {kind = "quoted", text = stringify(span.content), link = expression, sources = {}}
  elseif kind == "holds" then
    made = assertion(state, span, expression, attributes)
  else
    made = compute(state, kind, expression, attributes)
  end
  table.insert(state.found, made)
  local content = computed[kind] and {pandoc.Str(made.text)} or span.content
  return pandoc.Span(content, pandoc.Attr(span.identifier, {"number"}, {from = tostring(#state.found)}))
end

-- The line of a span is that of its kind, or else of whatever it has.
local function line_of_span(state, span)
  for key, value in pairs(span.attributes) do
    if kinds[key] then return attribute_line(state, key, value) end
  end
  local other
  for key, value in pairs(span.attributes) do other = other or attribute_line(state, key, value) end
  return other or files.line_of(state.text, is_plain(span) and "[]{.plain" or "[]{")
end

local function refuse_inside(state, element, what)
  element:walk({Span = function(span)
    if is_marked(span) and not is_plain(span) then mistake(state, line_of_span(state, span), what) end
  end})
end

-- A number that a later run will measure; words that it will assert stay, and say so.
local function not_yet(state, span)
  if span.attributes.name then state.evaluator:await(span.attributes.name) end
  local words = pandoc.Emph({pandoc.Str(expressions.not_yet)})
  if #span.content == 0 then return words end
  local content = span.content:clone()
  content:extend({pandoc.Space(), pandoc.Str("("), words, pandoc.Str(")")})
  return content
end

-- What the programs of the page ask a device for.
local function want_all(state, blocks)
  local sections = {measures = "measurements", loops = "loops", counters = "counters"}
  blocks:walk({CodeBlock = function(block)
    for attribute, section in pairs(sections) do
      local program = (block.attributes.file or ""):match("^(.*)%.cu$")
      local name = attribute == "measures" and block.attributes.measures or block.attributes[attribute] and program
      if name then state.evaluator:want(section, name) end
    end
  end})
end

-- Every span on the page in the order of the text.
local function evaluate_all(state, blocks)
  return blocks:walk({
    traverse = "topdown",
    Header = function(header)
      refuse_inside(state, header, "a heading has no numbers with sources; put it into a sentence")
      return header, false
    end,
    Link = function(link)
      refuse_inside(state, link, "a number leads to its source, so it cannot be inside a link; put it next to the link")
      return link, false
    end,
    Span = function(span)
      local line = line_of_span(state, span)
      local made, result = pcall(evaluate, state, span)
      if made then return result, false end
      if result == expressions.not_yet then return not_yet(state, span), false end
      if span.attributes.name then state.evaluator:miss(span.attributes.name) end
      if result ~= expressions.reported then mistake(state, line, result) end
      return span, false
    end,
  })
end

-- Refusing ---------------------------------------------------------------------------------------------------------

local function refuse_in_text(state, block)
  local text = unmarked.text_of(block.content, is_marked)
  for _, number in ipairs(unmarked.numbers_in(text)) do
    local how = "write []{measured=…}, []{predicted=…}, []{counted=…}, […]{quoted=…} or [%s]{.plain}"
    mistake(state, words_line(state, text, number), ("“%s” has no kind; " .. how):format(number.words, number.words))
  end
end

local function cell_text(cell)
  local parts = {}
  for _, block in ipairs(cell.contents) do
    if block.content then parts[#parts + 1] = unmarked.text_of(block.content, is_marked) end
  end
  return table.concat(parts, " ")
end

local function rows_of(parts)
  local rows = {}
  for _, body in ipairs(parts) do
    for _, row in ipairs(body.body) do rows[#rows + 1] = row end
  end
  return rows
end

-- A column whose head has the unit.
local function refuse_in_table(state, block)
  local heads = {}
  for _, row in ipairs(block.head.rows) do
    for column, cell in ipairs(row.cells) do
      if unmarked.names_unit(cell_text(cell)) then heads[column] = cell_text(cell) end
    end
  end
  for _, row in ipairs(rows_of(block.bodies)) do
    local before = ""
    for column, cell in ipairs(row.cells) do
      local text = cell_text(cell)
      if heads[column] and unmarked.is_bare(text) then
        local what = "“%s” in the column “%s” has no kind; write []{measured=… unit=\"none\"}, or [%s]{.plain}"
        mistake(state, words_line(state, before .. text, {words = text, from = #before + 1}), what:format(text, heads[column], text))
      end
      before = before .. text .. " | "
    end
  end
end

local function refuse_unmarked(state, blocks)
  local function in_text(block) refuse_in_text(state, block) end
  blocks:walk({Para = in_text, Plain = in_text, Header = in_text, Table = function(block) refuse_in_table(state, block) end})
end

-- The page ---------------------------------------------------------------------------------------------------------

local function is_checked(state, meta)
  if meta.numbers == nil then return false end
  if stringify(meta.numbers) == "checked" then return true end
  mistake(state, files.line_of(state.text, "numbers:"), "numbers: in the header says `checked`, or is left out")
  return false
end

--- Evaluates the numbers of a page.
-- @param doc      the page as Pandoc read it
-- @param text     its Markdown
-- @param evaluator  as expressions.new makes it
-- @param report   called with the mistakes, each with its line and what is wrong, if there are any
-- @return         the page with its numbers as spans of class `number`, and the list of what each of them is, in which the
--                 attribute `from` of the span is the index
function numbers.evaluate(doc, text, evaluator, report)
  local state = {text = text, searchable = searchable(text), evaluator = evaluator, found = {}, searched = {}, mistakes = {}}
  if is_checked(state, doc.meta) then refuse_unmarked(state, doc.blocks) end
  want_all(state, doc.blocks)
  local blocks = evaluate_all(state, doc.blocks)
  if #state.mistakes > 0 then
    table.sort(state.mistakes, function(a, b)
      if a.line ~= b.line then return a.line < b.line end
      return a.order < b.order
    end)
    report(state.mistakes)
  end
  return pandoc.Pandoc(blocks, doc.meta), state.found
end

return numbers
