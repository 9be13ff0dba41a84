--- Draws measured series as an SVG of lines with marks.
--
-- A series is distinguished by the shape of its marks and the dashes of its line as well as by colour, so that the plot
-- reads in black and white too. Colours come from the page's style, light or dark.

local html = require("html")

local plot = {}

-- Narrow, so that all of it and its words can be seen on a phone.
local width, height = 500, 330
local left, right, top, bottom = 74, 34, 14, 60  -- right: half of 100,000, which may stand at the end
local bar_height = 44
local dashes = {"", "8 5", "2 5", "12 4 2 4", "2 3", "12 3 2 3 2 3"}

-- Numbers as a reader says them: three significant digits, thousands apart.
function plot.number(value)
  if value == math.floor(value) and math.abs(value) < 1e15 then
    local digits = string.format("%d", value)
    repeat
      local changed
      digits, changed = digits:gsub("^(-?%d+)(%d%d%d)", "%1,%2")
    until changed == 0
    return digits
  end
  local size = math.floor(math.log(math.abs(value), 10)) + 1
  return string.format("%." .. math.max(0, 3 - size) .. "f", value)
end

local raised = {"\u{b9}", "\u{b2}", "\u{b3}", "\u{2074}", "\u{2075}", "\u{2076}", "\u{2077}", "\u{2078}", "\u{2079}", ["0"] = "\u{2070}"}

-- A tick is at a round number, without zeros after the point. A large power of ten is written as a power, because its digits do not fit.
local function tick(value)
  local zeros = ("%.0f"):format(value):match("^10*$")
  if value >= 1e6 and zeros then
    return "10" .. tostring(#zeros - 1):gsub("%d", function(digit) return raised[tonumber(digit)] or raised[digit] end)
  end
  local digits = plot.number(value)
  return digits:find("%.") and (digits:gsub("0+$", ""):gsub("%.$", "")) or digits
end

local binary = {"bytes", "KiB", "MiB", "GiB", "TiB"}

--- A place on the x axis: bytes in binary units, anything else as a number.
function plot.place(value, unit)
  if unit ~= "bytes" then return tick(value) end
  local at = 1
  while value >= 1024 and at < #binary do
    value, at = value / 1024, at + 1
  end
  return plot.number(value) .. "\u{a0}" .. binary[at]
end

-- Round steps of a linear axis from 0 to at least `most`.
local function linear_ticks(most)
  local rough = most / 5
  local power = 10 ^ math.floor(math.log(rough, 10))
  local step = power
  for _, factor in ipairs({1, 2, 5, 10}) do
    step = factor * power
    if step >= rough then break end
  end
  local ticks = {}
  for at = 0, math.ceil(most / step - 1e-9) do ticks[#ticks + 1] = at * step end
  return ticks
end

-- At most six powers of the base from below `least` to above `most`.
local function power_ticks(least, most, base)
  local first = math.floor(math.log(least, base) + 1e-9)
  local last = math.ceil(math.log(most, base) - 1e-9)
  local stride = math.max(1, math.ceil((last - first) / 5))
  local ticks = {}
  for exponent = first, first + stride * math.ceil((last - first) / stride), stride do
    ticks[#ticks + 1] = base ^ exponent
  end
  return ticks
end

-- An axis maps values to 0..1 and knows its ticks. Values that span two orders of magnitude get powers.
local function axis(values, base)
  local least, most = math.min(table.unpack(values)), math.max(table.unpack(values))
  if least > 0 and most / least >= 100 then
    local ticks = power_ticks(least, most, base)
    local low, high = math.log(ticks[1]), math.log(ticks[#ticks])
    return {ticks = ticks, at = function(value) return (math.log(value) - low) / (high - low) end}
  end
  local ticks = linear_ticks(most > 0 and most or 1)
  return {ticks = ticks, at = function(value) return value / ticks[#ticks] end}
end

local function coordinate(value) return math.floor(value + 0.5) end

local marks = {
  function(x, y) return ("M%s %sa4.5 4.5 0 1 1-.1 0z"):format(x, y - 4.5) end,
  function(x, y) return ("M%s %sh8v8h-8z"):format(x - 4, y - 4) end,
  function(x, y) return ("M%s %sl5 9h-10z"):format(x, y - 6) end,
  function(x, y) return ("M%s %sl5.5 5.5-5.5 5.5-5.5-5.5z"):format(x, y - 5.5) end,
  function(x, y) return ("M%s %sl5-9h-10z"):format(x, y + 6) end,
  function(x, y) return ("M%s %sh3v4h4v3h-4v4h-3v-4h-4v-3h4z"):format(x - 1.5, y - 5.5) end,
}

local function dashed(style)
  return dashes[style] == "" and "" or (' stroke-dasharray="%s"'):format(dashes[style])
end

-- Colour and dashes. They begin again with the seventh series, which takes the second mark, so that no two are alike.
local function style_of(index) return (index - 1) % #dashes + 1 end
local function mark_of(index) return marks[(index - 1 + (index - 1) // #dashes) % #marks + 1] end

local function text(x, y, words, extra)
  return html.fill('<text x="{x}" y="{y}"{=extra}>{words}</text>', {x = coordinate(x), y = coordinate(y), words = words, extra = extra or ""})
end

local function draw_axes(out, x_axis, y_axis, to_x, to_y, units)
  out('<g text-anchor="end">')
  for _, value in ipairs(y_axis.ticks) do
    local y = coordinate(to_y(value))
    out(('<path class="grid" d="M%d %sH%d"/>'):format(left, y, width - right))
    out(text(left - 10, to_y(value) + 5, tick(value)))
  end
  out('</g><g text-anchor="middle">')
  for _, value in ipairs(x_axis.ticks) do
    out(('<path class="tick" d="M%s %dv6"/>'):format(coordinate(to_x(value)), height - bottom))
    out(text(to_x(value), height - bottom + 24, plot.place(value, units.x)))
  end
  out(('<path class="axis" d="M%d %dH%d"/>'):format(left, height - bottom, width - right))
  if units.x ~= "bytes" then out(text((left + width - right) / 2, height - 12, units.x)) end
  out(text(20, (top + height - bottom) / 2, units.y,
    (' transform="rotate(-90 20 %s)"'):format(coordinate((top + height - bottom) / 2))))
  out("</g>")
end

--- The mark and dash of a series as a small picture for the legend.
function plot.key(index)
  local style = style_of(index)
  return ('<svg class="key thread-%d" width="36" height="14" aria-hidden="true">'
    .. '<path class="line"%s d="M0 7h36"/><path d="%s"/></svg>'):format(style, dashed(style), mark_of(index)(18, 7))
end

--- `series` is a list of {name, points = {{x, y}, …}} with points in order of x; `units` has x and y.
function plot.draw(series, units, description)
  local xs, ys = {}, {}
  for _, one in ipairs(series) do
    for _, point in ipairs(one.points) do
      xs[#xs + 1], ys[#ys + 1] = point.x, point.y
    end
  end
  local x_axis, y_axis = axis(xs, units.x == "bytes" and 2 or 10), axis(ys, 10)
  local function to_x(value) return left + x_axis.at(value) * (width - left - right) end
  local function to_y(value) return height - bottom - y_axis.at(value) * (height - top - bottom) end

  local parts = {}
  local function out(part) parts[#parts + 1] = part end
  out(html.fill('<svg class="plot" viewBox="0 0 {w} {h}" role="img" aria-label="{what}">',
    {w = width, h = height, what = description}))
  draw_axes(out, x_axis, y_axis, to_x, to_y, units)
  for index, one in ipairs(series) do
    local style = style_of(index)
    local path, points = {}, {}
    for _, point in ipairs(one.points) do
      local x, y = coordinate(to_x(point.x)), coordinate(to_y(point.y))
      path[#path + 1] = x .. " " .. y
      points[#points + 1] = mark_of(index)(x, y)
    end
    out(('<g class="thread-%d"><path class="line"%s d="M%s"/><path class="marks" d="%s"/></g>'):format(
      style, dashed(style), table.concat(path, "L"), table.concat(points)))
  end
  out("</svg>")
  return table.concat(parts)
end

--- Bars from 0, one for each series, each of which has one value; `unit` is that of the values.
function plot.bars(series, unit, description)
  local most = 0
  for _, one in ipairs(series) do most = math.max(most, one.points[1].y) end
  local parts = {html.fill('<svg class="plot" viewBox="0 0 {w} {h}" role="img" aria-label="{what}">',
    {w = width, h = bar_height * #series, what = description})}
  for index, one in ipairs(series) do
    local value, y = one.points[1].y, bar_height * (index - 1)
    local length = coordinate(width * value / most)
    parts[#parts + 1] = ('<path class="value" d="M0 %dh%dv12h-%dz"/>'):format(y + 20, length, length)
    parts[#parts + 1] = text(0, y + 14, one.name)
    parts[#parts + 1] = text(width, y + 14, plot.number(value) .. "\u{a0}" .. unit, ' text-anchor="end"')
  end
  return table.concat(parts) .. "</svg>"
end

return plot
