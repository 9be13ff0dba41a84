--- Reads one chapter: what each of its fences and divs is for, where it stands, and what is wrong.
--
-- Used by `tangle.lua`, which writes the programs, and by the weaving filter, which writes the page. The tables that
-- `chapter.read` returns are described in `README.md` beside this file.

local pairing = require("pairing")
local programs = require("programs")
local references = require("references")
local roles = require("roles")
local source = require("source")

local chapter = {expand = programs.expand}

-- Records with their lines ----------------------------------------------------------------------------------------

local function read_fences(read, blocks, structure_is_valid, mistake)
  pairing.lay_beside(read.scanned.fences, blocks, pairing.same_code, function(fence, block)
    local record = roles.of_fence(block, function(...) mistake(fence.line, ...) end)
    record.line, record.last, record.lines = fence.line, fence.last, pairing.code_lines(block)
    table.insert(read.blocks, record)
  end, function(fence)
    if structure_is_valid then
      mistake(fence.line, "Pandoc does not read this as a fence; correct its attributes, or leave a blank line before it")
    end
  end, function(block, after)
    if structure_is_valid then
      mistake(pairing.line_of_code(read.scanned.lines, block, after),
        "this indented code has no role; put it in a fence, or take back the indentation")
    end
  end)
end

local function read_divs(read, divs, structure_is_valid, mistake)
  pairing.lay_beside(read.scanned.divs, divs, pairing.same_opening, function(place, div)
    local record = roles.of_div(div, function(...) mistake(place.line, ...) end)
    record.line, record.last = place.line, place.last
    table.insert(read.divs, record)
  end, function(place)
    if structure_is_valid then
      mistake(place.line, "Pandoc does not read this as a div; correct its attributes, or leave a blank line before it")
    end
  end, function(_, after)
    if structure_is_valid then mistake(after + 1, "a div after this line was not found in the text") end
  end)
end

-- Divs within divs ----------------------------------------------------------------------------------------------

local home = {answer = "question", hint = "exercise", explanation = "exercise"}

-- The text of an exercise or of a part of it, as written, without the parts inside it.
local function prose(read, div)
  local skipped = {}
  for _, part in ipairs(div.parts) do
    for number = part.line, part.last do skipped[number] = true end
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
    while #open > 0 and open[#open].last < div.line do table.remove(open) end
    div.parent = open[#open]
    div.hints, div.answers, div.parts = {}, {}, {}
    table.insert(open, div)
    local wanted = home[div.role]
    if wanted and not (div.parent and div.parent.role == wanted) then
      mistake(div.line, "a .%s stands directly inside a .%s; move it there", div.role, wanted)
    elseif div.role == "answer" then
      table.insert(div.parent.answers, div)
    elseif div.role == "hint" then
      table.insert(div.parent.hints, div)
      table.insert(div.parent.parts, div)
    elseif div.role == "explanation" then
      if div.parent.explanation then mistake(div.line, "this exercise has more than one explanation; keep one") end
      div.parent.explanation = div
      table.insert(div.parent.parts, div)
    end
  end

  local first = {}
  for _, div in ipairs(read.divs) do
    if div.role == "exercise" or home[div.role] == "exercise" then div.text = prose(read, div) end
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

-- The lines of a chunk as another chapter has them; nil if it has none of this name.
local function lines_of_chunk(text, name)
  local found
  pandoc.read(text, "markdown").blocks:walk({CodeBlock = function(block)
    if block.identifier == name then found = pairing.code_lines(block) end
  end})
  return found
end

-- A chunk with same-as= is a copy: it says what the other chapter says.
local function check_copies(read, chapter_text, mistake)
  for _, block in ipairs(read.blocks) do
    if block.same_as then
      local text = chapter_text(block.same_as)
      local lines = text and lines_of_chunk(text, block.name)
      if not lines then
        mistake(block.line, "same-as=%s: there is no chunk %s in chapters/%s.md", block.same_as, block.name, block.same_as)
      elseif table.concat(lines, "\n") ~= table.concat(block.lines, "\n") then
        mistake(block.line, "chunk %s is not what chapters/%s.md says; copy it from there, or leave out same-as=", block.name, block.same_as)
      end
    end
  end
end

-- Gives each measurement the program that takes it.
local function check_measured(read, mistake)
  for _, div in ipairs(read.divs) do
    if div.role == "measured" and div.name then
      div.program = read.measures[div.name]
      if not div.program then
        mistake(div.line, 'no program of this chapter has measures="%s"; correct the name, or add it to one', div.name)
      end
    end
  end
end

local function line_naming(lines, text)
  for number, line in ipairs(lines) do
    if line:find(text, 1, true) then return number end
  end
end

-- Gives each program the figures that are drawn from what it does.
local function connect_figures(read, images, mistake)
  for _, image in ipairs(images) do
    local name = image.attributes["drawn-from"]
    if name then
      local line = line_naming(read.scanned.lines, image.src)
      local program, file = read.programs[name], image.src:match("^figures/([^/]+%.%l+)$")
      if not program then
        mistake(line, "drawn-from=%s: this chapter has no program %s.cu", name, name)
      elseif not file then
        mistake(line, "%s is drawn from a program, so it lies in figures/", image.src)
      else
        table.insert(program.draws, file)
      end
    end
  end
end

-- Reading -------------------------------------------------------------------------------------------------------

--- Reads a chapter.
-- @param doc   the document that Pandoc made of `text`, untouched
-- @param text  the chapter's Markdown
-- @param file  its path as messages give it, chapters/NN-name.md
-- @param chapter_text  gives the Markdown of another chapter by its name, or nil
function chapter.read(doc, text, file, chapter_text)
  local read = {
    file = file,
    name = file:match("([^/]+)%.md$"),
    title = doc.meta.title and pandoc.utils.stringify(doc.meta.title),
    summary = doc.meta.summary and pandoc.utils.stringify(doc.meta.summary),
    scanned = source.scan(text),
    blocks = {}, divs = {},
    chunks = {}, programs = {}, measures = {},
    files = {}, outputs = {}, exercises = {},
    mistakes = {},
  }
  local function mistake(line, what, ...)
    table.insert(read.mistakes, {line = line, what = what:format(...)})
  end
  for _, structural in ipairs(read.scanned.mistakes) do table.insert(read.mistakes, structural) end
  local structure_is_valid = #read.mistakes == 0

  local blocks, divs, images = {}, {}, {}
  doc.blocks:walk({ -- not of the header, where a summary may hold a block of its own
    traverse = "topdown",
    CodeBlock = function(block) table.insert(blocks, block) end,
    Div = function(div) table.insert(divs, div) end,
    Image = function(image) table.insert(images, image) end,
  })
  read_fences(read, blocks, structure_is_valid, mistake)
  read_divs(read, divs, structure_is_valid, mistake)
  if (read.title or "") == "" then
    mistake(1, "this chapter has no title; begin with a header: ---, title: …, ---")
  end

  -- Where fences or divs were lost, what they held would only seem to be missing.
  if structure_is_valid then
    references.check(read.scanned.lines, read.scanned.fences, mistake)
    nest_divs(read, mistake)
    programs.connect(read, mistake)
    check_copies(read, chapter_text, mistake)
    check_measured(read, mistake)
    connect_figures(read, images, mistake)
  end

  table.sort(read.mistakes, function(a, b)
    if a.line ~= b.line then return a.line < b.line end
    return a.what < b.what
  end)
  return read
end

return chapter
