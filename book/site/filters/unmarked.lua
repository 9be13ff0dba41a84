--- Finds rates, times and event counts in running text that do not say where they come from.

local unmarked = {}

local skipped = "\1"  -- stands for what is not running text: code, formulas, marked numbers

local function set(words)
  local members = {}
  for word in words:gmatch("%S+") do members[word] = true end
  return members
end

local units = set([[s ms µs μs ns second seconds millisecond milliseconds microsecond microseconds nanosecond nanoseconds minute minutes
  MHz GHz cycle cycles tick ticks instruction instructions register registers request requests sector sectors wavefront wavefronts
  conflict conflicts spill spills percent times]])
local scales = set("thousand million billion trillion")

-- "a second" is also what comes before a second block.
local after_a_second = set("on and or for with in is was when while however than from at which that as if")

-- The words "per second" or "a second", soon after a number.
local function per_second(text)
  local scale = scales[text:match("^%a+") or ""]
  for _, way in ipairs({" per second%f[%A]", " a second%f[%A]"}) do
    local from, to = text:find("^[^.,;:()%c]-" .. way)
    if from then
      local _, words = text:sub(from, to):gsub("%S+", "")
      local next_word = text:match("^%s+([%a]+)", to + 1)
      local is_rate = way:find("per") or not next_word or after_a_second[next_word]
      if is_rate and words <= (scale and 12 or 5) then return text:sub(1, to) end
    end
  end
end

-- The unit of a rate, time or event count with which a text begins; nil if it begins with another word.
local function unit_at(text)
  if text:find("^%%") then return "%" end
  local word = text:match("^µs%f[%A]") or text:match("^μs%f[%A]") or text:match("^%a+") or ""
  for _, rate in ipairs({"^%a+/s%f[%A]", "^[kMGT] %a+/s%f[%A]", "^%a+ %a+/s%f[%A]"}) do
    local found = text:match(rate)
    if found then return found end
  end
  if text:find("^per cent%f[%A]") then return "per cent" end
  local two = text:match("^clock ticks?%f[%A]") or text:match("^clock cycles?%f[%A]")
  if two then return two end
  if units[word] then return word end
  return per_second(text)
end

-- Spaces of all kinds, or a hyphen, between a number and its unit.
local function after_space(text)
  local at = 1
  local spaced = false
  while true do
    local to = select(2, text:find("^[ \t-]+", at)) or select(2, text:find("^\u{a0}", at)) or select(2, text:find("^\u{202f}", at))
      or select(2, text:find("^\u{2009}", at))
    if not to then return text:sub(at), spaced end
    at, spaced = to + 1, true
  end
end

--- The rates, times and event counts in a text, each as {words, from, to}.
function unmarked.numbers_in(text)
  local list, at = {}, 1
  while true do
    local from, to = text:find("%d[%d,.]*", at)
    if not from then return list end
    at = to + 1
    while text:find("^[,.]", to) do to = to - 1 end
    local before = text:sub(math.max(1, from - 2), from - 1)
    if not before:find("[%w_.]$") and before ~= "++" then
      local rest, spaced = after_space(text:sub(to + 1))
      local unit = unit_at(rest)
      if unit and (spaced or unit ~= "s") then
        local last = #text - #rest + #unit
        list[#list + 1] = {words = text:sub(from, last), from = from, to = last}
      end
    end
  end
end

--- Whether the head of a column names a rate, a time or an event count.
function unmarked.names_unit(text)
  local at = 1
  while at <= #text do
    local before = at == 1 and " " or text:sub(at - 1, at - 1)
    if before:find("[%s(,/\xa0]") and unit_at(text:sub(at)) then return true end
    at = at + 1
  end
  return false
end

--- Whether a cell holds a bare number.
function unmarked.is_bare(text)
  local digits = text:gsub("\u{2212}", "-"):gsub("\u{2013}", "-"):gsub("\u{a0}", " "):gsub("%s+to%s+", "-"):gsub("%s+", "")
  return digits:find("^[+~<>-]*%d[%d,.]*%%?$") ~= nil or digits:find("^[+~-]*%d[%d,.]*-%d[%d,.]*$") ~= nil
end

local plain = {Str = true, Space = " ", SoftBreak = " ", LineBreak = " "}

--- Running text of inlines; `is_marked(span)` says which spans have a kind.
function unmarked.text_of(inlines, is_marked)
  local parts = {}
  for _, inline in ipairs(inlines) do
    if inline.t == "Str" then
      parts[#parts + 1] = inline.text
    elseif plain[inline.t] then
      parts[#parts + 1] = plain[inline.t]
    elseif inline.t == "Span" and is_marked(inline) or not inline.content and not inline.caption then
      parts[#parts + 1] = skipped
    elseif inline.t == "Note" then
      parts[#parts + 1] = skipped  -- its paragraphs are walked by themselves
    elseif inline.t == "Image" then
      parts[#parts + 1] = unmarked.text_of(inline.caption, is_marked)
    elseif inline.t == "Quoted" then
      parts[#parts + 1] = skipped .. unmarked.text_of(inline.content, is_marked) .. skipped
    else
      parts[#parts + 1] = unmarked.text_of(inline.content, is_marked)
    end
  end
  return table.concat(parts)
end

return unmarked
