--- Measured blocks: a plot of what `./weft measure` recorded, and the numbers of each device.

local gpus = require("gpus")
local html = require("html")
local plot = require("plot")

local measured = {}

-- [{series, x, y, …}, …] as series in order of first appearance, each with its points in order of x.
local function by_series(points)
  local series, known = {}, {}
  for _, point in ipairs(points) do
    if not known[point.series] then
      known[point.series] = {name = point.series, points = {}, at = {}}
      series[#series + 1] = known[point.series]
    end
    local one = known[point.series]
    table.insert(one.points, point)
    one.at[point.x] = point.y
  end
  for _, one in ipairs(series) do table.sort(one.points, function(a, b) return a.x < b.x end) end
  return series
end

local function places(points)
  local list, known = {}, {}
  for _, point in ipairs(points) do
    if not known[point.x] then
      known[point.x] = true
      list[#list + 1] = point.x
    end
  end
  table.sort(list)
  return list
end

local function legend(series)
  local items = {}
  for index, one in ipairs(series) do
    items[#items + 1] = html.fill("<li>{=key} {name}</li>", {key = plot.key(index), name = one.name})
  end
  return '<ul class="legend">' .. table.concat(items) .. "</ul>"
end

local function tabulate(series, xs, units)
  local head = {html.fill('<th scope="col">{unit}</th>', {unit = units.x == "bytes" and "size" or units.x})}
  for _, one in ipairs(series) do
    head[#head + 1] = html.fill('<th scope="col">{name}, {unit}</th>', {name = one.name, unit = units.y})
  end
  local rows = {}
  for _, x in ipairs(xs) do
    local cells = {html.fill('<th scope="row">{x}</th>', {x = plot.place(x, units.x)})}
    for _, one in ipairs(series) do
      cells[#cells + 1] = html.fill("<td>{y}</td>", {y = one.at[x] and plot.number(one.at[x]) or "–"})
    end
    rows[#rows + 1] = "<tr>" .. table.concat(cells) .. "</tr>"
  end
  return '<div class="table"><table class="numbers">\n<thead><tr>' .. table.concat(head) .. "</tr></thead>\n<tbody>\n"
    .. table.concat(rows, "\n") .. "\n</tbody></table></div>"
end

local function units_of(points) return {x = points[1].x_unit, y = points[1].y_unit} end

local function heading(one) return html.fill('<p class="device">{device}, {date}</p>\n', one) end

local function plotted(one, caption)
  local series, units = by_series(one.points), units_of(one.points)
  local description = ("%s, measured on %s: %s over %s."):format(caption,
    one.device, units.y, units.x)
  if #places(one.points) == 1 then
    return heading(one) .. html.fill('<div class="drawing">{=bars}</div>', {bars = plot.bars(series, units.y, description)})
  end
  return heading(one) .. html.fill('{=legend}\n<div class="drawing">{=plot}</div>',
    {legend = legend(series), plot = plot.draw(series, units, description)})
end

local function numbers_of(points)
  return tabulate(by_series(points), places(points), units_of(points))
end

-- What each device measured, and when: first the device of this word, if there is one, then the last one first.
local function measured_on(devices, key, first)
  local found = pandoc.List({})
  for _, device in ipairs(devices) do
    local one = (device.measurements or {})[key]
    if one and #one.points > 0 then
      found:insert({device = device.device, date = one.date, points = one.points})
    end
  end
  gpus.sort(found, first)
  return found
end

--- Where measurements.html has the numbers of all devices.
function measured.place(key) return (key:gsub("/", "-")) end

--- What each device measured, as tables.
function measured.numbers(devices, key)
  local parts = {}
  for _, one in ipairs(measured_on(devices, key)) do
    parts[#parts + 1] = heading(one) .. numbers_of(one.points)
  end
  return table.concat(parts, "\n")
end

--- The blocks for one measured div.
-- @param devices  what is recorded of each GPU
-- @param device   the word for the one that the page is about
-- @param key      NN-name/measurement
-- @param caption  the blocks of the div
-- @param paper    whether all has to stand here: on a screen, the numbers and the other devices have a page of their own
function measured.render(devices, device, key, caption, id, label, paper)
  local words = pandoc.utils.stringify(pandoc.Div(caption)):gsub("%.$", "")
  local found, parts = measured_on(devices, key, device), {}
  for _, one in ipairs(paper and found or {found[1]}) do
    parts[#parts + 1] = plotted(one, words)
    if paper then parts[#parts + 1] = numbers_of(one.points) end
  end
  if #found == 0 then
    parts[1] = '<p class="nothing">No measurement is recorded yet. On a machine with a GPU, '
      .. "<code>./weft measure</code> records one.</p>"
  elseif not paper then
    local names = found:map(function(one) return one.device end)
    parts[#parts + 1] = html.fill('<p class="numbers"><a href="measurements.html#{place}">The numbers of {label}</a>, from {devices}</p>',
      {place = measured.place(key), label = label, devices = html.listed(names)})
  end
  local blocks = pandoc.List({
    html.block('<figure class="figure measured" id="{id}">\n{=parts}\n<figcaption>',
      {id = id, parts = table.concat(parts, "\n")}),
    pandoc.Plain(pandoc.List({html.inline('<a class="label" href="#{id}">{label}</a> ', {id = id, label = label})})
      .. pandoc.utils.blocks_to_inlines(caption)),
    html.block("</figcaption>\n</figure>"),
  })
  return blocks
end

return measured
