--- Which block of Pandoc's document came from which lines of the text.
--
-- Both list the same things in the same order, unless Pandoc and `source.lua` see the text differently: then the
-- chapter says something else than its author meant, and that is a mistake with a line to name.

local source = require("source")

local pairing = {}

-- Is `line`, as written, `text` after the indentation and quote marks of whatever contains it?
-- Blanks are not compared: Pandoc expands tabs.
local function carries(line, text)
  line, text = line:gsub("%s", ""), text:gsub("%s", "")
  local before = #line - #text
  return line:sub(before + 1) == text and line:sub(1, before):find("^>*$") ~= nil
end

--- The lines of a CodeBlock, empty ones at its end included.
function pairing.code_lines(block)
  if block.text == "" then return {} end
  return source.lines(block.text .. "\n")
end

--- Can Pandoc have read this element's class and identifier from the place's opening line?
function pairing.same_opening(place, element)
  local class = element.classes[1] or ""
  local identifier = element.identifier == "" and "" or "#" .. element.identifier
  return place.opening:find(class, 1, true) ~= nil and place.opening:find(identifier, 1, true) ~= nil
end

--- Is this CodeBlock what Pandoc made of the fence?
function pairing.same_code(fence, block)
  if not pairing.same_opening(fence, block) then return false end
  if block.text == "" then return table.concat(fence.lines):find("^[%s>]*$") ~= nil end
  local text = pairing.code_lines(block)
  if #text ~= #fence.lines then return false end
  for number, line in ipairs(fence.lines) do
    if not carries(line, text[number]) then return false end
  end
  return true
end

--- Pairs the elements of the document with their positions in the text, both in order. Calls `pair(place, element)` for
-- each agreement, `unread(place)` for a place of which Pandoc made nothing, `unplaced(element, after)` for an element
-- that was not seen in the text, where `after` is the last line of the place before it.
function pairing.lay_beside(places, elements, same, pair, unread, unplaced)
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

--- The line after `after` that an indented code block begins on.
function pairing.line_of_code(lines, block, after)
  local first = block.text:match("[^\n]*")
  for number = after + 1, #lines do
    if lines[number]:find("^%s") and carries(lines[number], first) then return number end
  end
  return after + 1
end

return pairing
