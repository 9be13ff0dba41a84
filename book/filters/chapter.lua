--- Reads one chapter: what each of its fences and divs is for, where it stands, and what is wrong.
--
-- Used by `tangle.lua`, which writes the programs, and by the weaving filter, which writes the page. The tables that
-- `chapter.read` returns are described in `README.md` beside this file.

local roles = require("roles")
local source = require("source")

local chapter = {}

-- Pairing Pandoc's blocks with lines ----------------------------------------------------------------------------

-- Is `line`, as written, `text` behind the indentation and quote marks of whatever it stands in?
-- Blanks are not compared: Pandoc expands tabs.
local function carries(line, text)
  line, text = line:gsub("%s", ""), text:gsub("%s", "")
  local before = #line - #text
  return line:sub(before + 1) == text and line:sub(1, before):find("^>*$") ~= nil
end

-- The lines of a CodeBlock, empty ones at its end included.
local function code_lines(block)
  if block.text == "" then return {} end
  return source.lines(block.text .. "\n")
end

-- Can Pandoc have read this element's class and identifier from the place's opening line?
local function same_opening(place, element)
  local class = element.classes[1] or ""
  local identifier = element.identifier == "" and "" or "#" .. element.identifier
  return place.opening:find(class, 1, true) ~= nil and place.opening:find(identifier, 1, true) ~= nil
end

local function same_code(fence, block)
  if not same_opening(fence, block) then return false end
  if block.text == "" then return table.concat(fence.lines):find("^[%s>]*$") ~= nil end
  local text = code_lines(block)
  if #text ~= #fence.lines then return false end
  for number, line in ipairs(fence.lines) do
    if not carries(line, text[number]) then return false end
  end
  return true
end

-- Lays the elements of the document beside the places in the text, both in order. Calls `pair(place, element)` for
-- each agreement, `unread(place)` for a place of which Pandoc made nothing, `unplaced(element, after)` for an element
-- that was not seen in the text, where `after` is the last line of the place before it.
local function lay_beside(places, elements, same, pair, unread, unplaced)
  local e, after = 1, 0
  for p, place in ipairs(places) do
    local next_place = places[p + 1]
    local at = e
    while elements[at] and not same(place, elements[at]) do at = at + 1 end
    if not elements[at] or (at > e and next_place and same(next_place, elements[e])) then
      unread(place)
    else
      for missed = e, at - 1 do unplaced(elements[missed], after) end
      pair(place, elements[at])
      e = at + 1
    end
    after = place.last or place.line
  end
  for missed = e, #elements do unplaced(elements[missed], after) end
end

-- The line after `after` that an indented code block begins on.
local function line_of_code(lines, block, after)
  local first = block.text:match("[^\n]*")
  for number = after + 1, #lines do
    if lines[number]:find("^%s") and carries(lines[number], first) then return number end
  end
  return after + 1
end

local function read_fences(read, blocks, place_is_sound, mistake)
  lay_beside(read.scanned.fences, blocks, same_code, function(fence, block)
    local record = roles.of_fence(block, function(...) mistake(fence.line, ...) end)
    record.line, record.last, record.lines = fence.line, fence.last, code_lines(block)
    table.insert(read.blocks, record)
  end, function(fence)
    if place_is_sound then
      mistake(fence.line, "Pandoc does not read this as a fence; mend its attributes, or leave a blank line before it")
    end
  end, function(block, after)
    if place_is_sound then
      mistake(line_of_code(read.scanned.lines, block, after),
        "this indented code has no role; put it in a fence, or take back the indentation")
    end
  end)
end

local function read_divs(read, divs, place_is_sound, mistake)
  lay_beside(read.scanned.divs, divs, same_opening, function(place, div)
    local record = roles.of_div(div, function(...) mistake(place.line, ...) end)
    record.line, record.last = place.line, place.last
    table.insert(read.divs, record)
  end, function(place)
    if place_is_sound then
      mistake(place.line, "Pandoc does not read this as a div; mend its attributes, or leave a blank line before it")
    end
  end, function(_, after)
    if place_is_sound then mistake(after + 1, "a div after this line was not found in the text") end
  end)
end

-- Divs within divs ----------------------------------------------------------------------------------------------

local home = {answer = "question", hint = "exercise"}

-- The text of an exercise or a hint, as written, without the hints inside it.
local function prose(read, div)
  local skipped = {}
  for _, hint in ipairs(div.hints) do
    for number = hint.line, hint.last do skipped[number] = true end
  end
  local lines = {}
  for number = div.line + 1, div.last - 1 do
    local line = read.scanned.lines[number]
    local blank = line:find("^%s*$")
    if not skipped[number] and not (blank and (#lines == 0 or lines[#lines] == "")) then
      table.insert(lines, blank and "" or line)
    end
  end
  if lines[#lines] == "" then table.remove(lines) end
  return table.concat(lines, "\n")
end

-- Gives each div its `parent` and its children by role, and checks what a question and an exercise need.
local function nest_divs(read, mistake)
  local open = {}
  for _, div in ipairs(read.divs) do
    if div.last then
      while #open > 0 and open[#open].last < div.line do table.remove(open) end
      div.parent = open[#open]
      div.hints, div.answers = {}, {}
      table.insert(open, div)
      local wanted = home[div.role]
      if wanted and not (div.parent and div.parent.role == wanted) then
        mistake(div.line, "a .%s stands directly inside a .%s; move it there", div.role, wanted)
      elseif div.role == "answer" then
        table.insert(div.parent.answers, div)
      elseif div.role == "hint" then
        table.insert(div.parent.hints, div)
      end
    end
  end

  local first = {}
  for _, div in ipairs(read.divs) do
    if div.role == "exercise" or div.role == "hint" then div.text = prose(read, div) end
    if div.role == "question" and #div.answers ~= 1 then
      mistake(div.line, #div.answers == 0 and "this question has no answer; put ::: {.answer} inside it"
        or "this question has more than one answer; keep one")
    elseif div.role == "exercise" then
      if #div.hints == 0 then
        mistake(div.line, "this exercise has no hints; put two to four ::: {.hint} inside it")
      elseif #div.hints < 2 or #div.hints > 4 then
        mistake(div.line, "this exercise has %d hint%s; give two to four, each saying more than the one before",
          #div.hints, #div.hints == 1 and "" or "s")
      end
      if div.name and first[div.name] then
        mistake(div.line, "exercise %s is already on line %d; give this one another name",
          div.name, first[div.name].line)
      elseif div.name and div.name ~= "" then
        first[div.name] = div
        table.insert(read.exercises, div)
      end
    end
  end
end

-- Chunks and programs -------------------------------------------------------------------------------------------

--- The chunk that a line of code stands for, and the blanks before it; nil for any other line.
-- The name may be one that no chunk can have: the caller says so.
local function reference(line)
  local indent, name = line:match("^(%s*)<<([^<>]+)>>%s*$")
  return name, indent
end

local function gather(read, mistake)
  local by_file, by_measure = {}, {}
  for _, block in ipairs(read.blocks) do
    if block.role == "chunk" then
      local known = read.chunks[block.name]
      if known then
        mistake(block.line, "chunk %s is already defined on line %d; write continues=%s to go on with it",
          block.name, known.line, block.name)
      else
        block.used_by, block.continued_by = {}, {}
        read.chunks[block.name] = block
      end
    elseif block.role == "program" or block.role == "header" then
      local known = by_file[block.file]
      if known then
        mistake(block.line, "%s is already written by the fence on line %d; choose another name, or make this a "
          .. "chunk that the other one uses", block.file, known.line)
      else
        by_file[block.file] = block
        table.insert(read.files, block)
        if block.role == "program" then read.programs[block.name] = block end
      end
      if block.measures then
        if by_measure[block.measures] then
          mistake(block.line, 'measures="%s" is already taken on line %d; choose another name',
            block.measures, by_measure[block.measures].line)
        else
          by_measure[block.measures] = block
        end
      end
    end
  end
  return by_measure
end

local function join_continuations(read, mistake)
  for _, block in ipairs(read.blocks) do
    if block.role == "continues" then
      local chunk = read.chunks[block.name]
      if not chunk then
        mistake(block.line, "there is no chunk %s to continue; begin it with #%s", block.name, block.name)
      elseif chunk.line > block.line then
        mistake(block.line, "chunk %s begins only on line %d; put its #%s here and continues= there",
          block.name, chunk.line, block.name)
      else
        table.insert(chunk.continued_by, block)
      end
    end
  end
end

-- Fills in `uses` and `used_by`; true if every reference names a chunk.
local function follow_references(read, mistake)
  local sound = true
  for _, block in ipairs(read.blocks) do
    if block.role == "chunk" or block.role == "continues" or block.role == "program" or block.role == "header" then
      block.uses = {}
      local seen = {}
      for offset, line in ipairs(block.lines) do
        local name = reference(line)
        local chunk = name and read.chunks[name]
        if name and not chunk then
          sound = false
          mistake(block.line + offset, "<<%s>> names no chunk of this chapter; mend the name, or define #%s",
            name, name)
        elseif name and not seen[name] then
          seen[name] = true
          table.insert(block.uses, chunk)
          table.insert(chunk.used_by, block)
        end
      end
    end
  end
  return sound
end

-- The fences that make up a chunk, or a program alone.
local function fences_of(chunk)
  local fences = {chunk}
  for _, more in ipairs(chunk.continued_by or {}) do table.insert(fences, more) end
  return fences
end

-- True if a chunk contains itself.
local function find_cycles(read, mistake)
  local state, path = {}, {}
  local circular = false
  local function visit(chunk)
    if state[chunk] == "done" then return end
    table.insert(path, chunk.name)
    if state[chunk] == "open" then
      local from = 1
      while path[from] ~= chunk.name do from = from + 1 end
      mistake(chunk.line, "chunk %s contains itself (%s); break the circle",
        chunk.name, table.concat(path, " → ", from))
      circular = true
    else
      state[chunk] = "open"
      for _, fence in ipairs(fences_of(chunk)) do
        for _, used in ipairs(fence.uses) do visit(used) end
      end
      state[chunk] = "done"
    end
    table.remove(path)
  end
  for _, block in ipairs(read.blocks) do
    if block.role == "chunk" and read.chunks[block.name] == block then visit(block) end
  end
  return circular
end

local function find_unused(read, mistake)
  for _, block in ipairs(read.blocks) do
    if block.role == "chunk" and block.used_by and #block.used_by == 0 then
      mistake(block.line, "nothing uses chunk %s; write <<%s>> where it belongs, or remove it",
        block.name, block.name)
    end
  end
end

local function check_outputs(read, mistake)
  local first = {}
  for _, block in ipairs(read.blocks) do
    if block.role == "output" then
      local program = read.programs[block.name]
      local key = block.name .. "\n" .. (block.device or "")
      if not program then
        mistake(block.line, "no program of this chapter is called %s; write the name of a file=….cu without .cu",
          block.name)
      elseif program.compile_error then
        mistake(block.line, "%s does not compile (line %d), so it prints nothing; remove this output",
          block.name, program.line)
      elseif first[key] then
        mistake(block.line, "the output of %s%s is already on line %d; keep one",
          block.name, block.device and " on " .. block.device or "", first[key].line)
      else
        first[key] = block
        table.insert(read.outputs, block)
      end
    end
  end
end

local function check_measured(read, by_measure, mistake)
  for _, div in ipairs(read.divs) do
    if div.role == "measured" and div.name then
      div.program = by_measure[div.name]
      if not div.program then
        mistake(div.line, 'no program of this chapter has measures="%s"; mend the name, or add it to one', div.name)
      end
    end
  end
end

--- The lines of a program, header or chunk with every chunk in its place, as {text =, line = in the chapter}.
function chapter.expand(read, block)
  local expanded = {}
  local function put(fence, indent)
    for offset, text in ipairs(fence.lines) do
      local name, deeper = reference(text)
      if name then
        for _, more in ipairs(fences_of(read.chunks[name])) do put(more, indent .. deeper) end
      else
        table.insert(expanded, {text = text == "" and "" or indent .. text, line = fence.line + offset})
      end
    end
  end
  for _, fence in ipairs(fences_of(block)) do put(fence, "") end
  return expanded
end

-- A program with finds= marks the line loom must name; no other program has such a mark.
local function check_marks(read, mistake)
  local complained = {}
  for _, block in ipairs(read.files) do
    local marked = false
    for _, line in ipairs(chapter.expand(read, block)) do
      local kind = line.text:match("//%s*finds:%s*(.-)%s*$")
      if kind and kind == block.finds then
        marked = true
      elseif kind and not complained[line.line] then
        complained[line.line] = true
        mistake(line.line, '%s has this mark but not finds="%s"; add that to the fence on line %d, or remove the '
          .. 'mark', block.file, kind, block.line)
      end
    end
    if block.finds and not marked then
      mistake(block.line, '%s has finds="%s" but no line marked // finds: %s; mark the line that is at fault',
        block.file, block.finds, block.finds)
    end
  end
end

-- Reading -------------------------------------------------------------------------------------------------------

--- Reads a chapter.
-- @param doc   the document that Pandoc made of `text`, untouched
-- @param text  the chapter's Markdown
-- @param file  its path as messages give it, chapters/NN-name.md
function chapter.read(doc, text, file)
  local read = {
    file = file,
    name = file:match("([^/]+)%.md$"),
    title = doc.meta.title and pandoc.utils.stringify(doc.meta.title),
    scanned = source.scan(text),
    blocks = {}, divs = {},
    chunks = {}, programs = {},
    files = {}, outputs = {}, exercises = {},
    mistakes = {},
  }
  local function mistake(line, what, ...)
    table.insert(read.mistakes, {line = line, what = what:format(...)})
  end
  for _, structural in ipairs(read.scanned.mistakes) do table.insert(read.mistakes, structural) end
  local structure_is_sound = #read.mistakes == 0

  local blocks, divs = {}, {}
  doc:walk({
    traverse = "topdown",
    CodeBlock = function(block) table.insert(blocks, block) end,
    Div = function(div) table.insert(divs, div) end,
  })
  read_fences(read, blocks, structure_is_sound, mistake)
  read_divs(read, divs, structure_is_sound, mistake)
  if (read.title or "") == "" then
    mistake(1, "this chapter has no title; begin with a header: ---, title: …, ---")
  end

  -- Where fences or divs were lost, what they held would only seem to be missing.
  if structure_is_sound then
    nest_divs(read, mistake)
    local by_measure = gather(read, mistake)
    join_continuations(read, mistake)
    local expandable = follow_references(read, mistake)
    expandable = not find_cycles(read, mistake) and expandable
    find_unused(read, mistake)
    check_outputs(read, mistake)
    check_measured(read, by_measure, mistake)
    if expandable then check_marks(read, mistake) end
  end

  table.sort(read.mistakes, function(a, b)
    if a.line ~= b.line then return a.line < b.line end
    return a.what < b.what
  end)
  return read
end

return chapter
