--- The lines of the fences and divs of a chapter in its Markdown text.
--
-- Pandoc's document does not know line numbers. This scanner does, and knows nothing else: it finds the lines on
-- which fences and divs open and close and leaves their attributes to Pandoc. `chapter.lua` lays both side by side.

local source = {}

--- The lines of a text, without their ends.
function source.lines(text)
  local lines = {}
  for line in (text:gsub("\r\n", "\n") .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  if lines[#lines] == "" then lines[#lines] = nil end
  return lines
end

-- A line without up to `depth` quote marks and the blanks around them, and the number of marks taken.
local function unquoted(line, depth)
  local taken = 0
  line = line:gsub("^%s+", "")
  while taken < depth and line:sub(1, 1) == ">" do
    line = line:sub(2):gsub("^%s+", "")
    taken = taken + 1
  end
  return line, taken
end

local list_markers = {"^[-*+]%s+(.*)$", "^[%d#]+[.)]%s+(.*)$", "^:%s+(.*)$"}

-- What a line holds after its quote marks and list markers, the depth of the quotes, and whether there
-- are list markers.
local function inside_containers(line)
  local rest, depth = unquoted(line, math.huge)
  for _, marker in ipairs(list_markers) do
    local item = rest:match(marker)
    if item then
      local inner, deeper = inside_containers(item)
      return inner, depth + deeper, true
    end
  end
  return rest, depth, false
end

local function opens_fence(rest)
  local marks, info = rest:match("^(```+)%s*([^`]*)$")
  if not marks then marks, info = rest:match("^(~~~+)%s*(.*)$") end
  return marks, info
end

-- Does this line end the fence that `marks` opened?
local function closes_fence(rest, marks)
  local closing = rest:match("^(" .. marks:sub(1, 1) .. "+)%s*$")
  return closing ~= nil and #closing >= #marks
end

-- A line without the code and the comments that begin and end in it.
local function without_code(line)
  return (line:gsub("(`+).-%1", ""):gsub("<!%-%-.-%-%->", ""))
end

-- The first line after the YAML header, 1 if there is none.
local function after_header(lines)
  if lines[1] ~= "---" then return 1 end
  for number = 2, #lines do
    if lines[number] == "---" or lines[number] == "..." then return number + 1 end
  end
  return 1
end

--- Scans a chapter's text.
-- Returns a table with
--   lines     the text's lines
--   fences    in order: {line = of its opening, last = of its closing, opening = text of that line, lines = what
--             stands between, as written}
--   divs      in order of opening: {line =, last =, opening =} likewise
--   mistakes  {line, what}: structure that cannot be followed
function source.scan(text)
  local found = {lines = source.lines(text), fences = {}, divs = {}, mistakes = {}}
  local function mistake(line, what) table.insert(found.mistakes, {line = line, what = what}) end

  local fence -- the open fence, with its marks and its depth of quotes
  local comment -- the line on which the open HTML comment began
  local open_divs = {}

  local function open_fence(number, opening, marks, depth)
    fence = {line = number, opening = opening, lines = {}, marks = marks, depth = depth}
  end

  local function in_fence(number, line)
    local rest = unquoted(line, fence.depth)
    if closes_fence(rest, fence.marks) then
      table.insert(found.fences, {line = fence.line, last = number, opening = fence.opening, lines = fence.lines})
      fence = nil
      return
    end
    local marks, info = opens_fence(rest)
    if marks and info:sub(1, 1) == "{" and marks:sub(1, #fence.marks) == fence.marks then
      mistake(fence.line, ("this fence is not closed before line %d opens the next one; close it with %s"):format(
        number, fence.marks))
      open_fence(number, rest, marks, fence.depth)
      return
    end
    table.insert(fence.lines, line)
  end

  local function in_text(number, line)
    local rest, depth, in_item = inside_containers(line)
    local marks, info = opens_fence(rest)
    if marks then
      open_fence(number, rest, marks, depth)
      if info:find("^{=") then
        mistake(number, "a raw block cannot be part of a chapter; write Markdown, or a fence with a role")
      elseif in_item then -- Pandoc would keep the item's indentation in the code
        mistake(number, "a fence cannot share the line of a list marker; begin it on a line of its own")
      end
    elseif rest:find("^:::+%s*$") then
      local div = table.remove(open_divs)
      if div then
        div.last = number
      else
        mistake(number, "this ::: closes nothing; remove it, or open a div before it")
      end
    elseif rest:find("^:::+%s*[^%s:]") then
      local div = {line = number, opening = rest}
      table.insert(found.divs, div)
      table.insert(open_divs, div)
    elseif without_code(line):find("<[dD][iI][vV]%f[%W]") then
      mistake(number, "a div is written ::: {.class}, not as HTML")
    elseif without_code(line):find("<!--", 1, true) then
      comment = number
    end
  end

  for number = after_header(found.lines), #found.lines do
    local line = found.lines[number]
    if fence then
      in_fence(number, line)
    elseif comment then
      if line:find("-->", 1, true) then comment = nil end
    else
      in_text(number, line)
    end
  end

  if fence then mistake(fence.line, "this fence is never closed; close it with " .. fence.marks) end
  if comment then mistake(comment, "this comment is never closed; close it with -->") end
  for _, div in ipairs(open_divs) do mistake(div.line, "this div is never closed; close it with :::") end
  return found
end

return source
