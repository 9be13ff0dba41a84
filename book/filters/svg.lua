--- Makes the drawings of a page smaller without changing their looks: what shapes look like is said once, in a style sheet, and of
-- shapes that differ in nothing but their place one is drawn and the others refer to it.

local svg = {}

-- What a style sheet can say of a shape.
local looks = {}
for name in ([[fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin
  font-family font-size font-style font-weight text-anchor]]):gmatch("%S+") do looks[name] = true end

-- On a page the variables of figures are always there, so the colour to fall back on need not be said.
local function declaration(name, value)
  if name == "style" then return (value:gsub("(var%(%-%-figure%-%w+), #%x+%)", "%1)")) end
  return name .. ":" .. value .. (name == "font-size" and value:find("^[%d.]+$") and "px" or "")
end

-- The attributes of a shape: its looks as declarations, in their order, and the rest.
local function sort_attributes(text)
  local look, own = {}, {}
  for name, value in text:gmatch('([%w:-]+)="([^"]*)"') do
    if name == "style" and value:find("^fill:") and (look[#look] or ""):find("^fill:") then
      look[#look] = declaration(name, value)
    elseif name == "style" or looks[name] then
      look[#look + 1] = declaration(name, value)
    else
      own[#own + 1] = (' %s="%s"'):format(name, value)
    end
  end
  return table.concat(look, ";"), table.concat(own)
end

local function shape_at(text, position)
  local _, last, name, attributes, words = text:find("^%s*<(%a+)([^<>]-)%s*/>", position)
  if name then return last, {name = name, attributes = attributes} end
  _, last, name, attributes, words = text:find("^%s*<(text)([^<>]*)>([^<>]*)</text>", position)
  if name then return last, {name = name, attributes = attributes, words = words} end
end

-- Where a rectangle stands, and what it is apart from that. Only what x and y place can be moved by `<use>`.
local function read_place(shape)
  local x, y = shape.own:match(' x="([%d.-]+)"'), shape.own:match(' y="([%d.-]+)"')
  if shape.name ~= "rect" or not (x and y) or shape.own:find(" id=") then return end
  shape.x, shape.y = tonumber(x), tonumber(y)
  shape.kind = shape.class .. shape.own:gsub(' [xy]="[^"]*"', "")
end

local function moved(shape, first)
  local function offset(axis)
    local distance = shape[axis] - first[axis]
    return distance == 0 and "" or (' %s="%.6g"'):format(axis, distance)
  end
  return '<use href="#' .. first.id .. '"' .. offset("x") .. offset("y") .. "/>"
end

local function written(shape)
  local id = shape.id and (' id="%s"'):format(shape.id) or ""
  local class = shape.class ~= "" and (' class="%s"'):format(shape.class) or ""
  if not shape.words then return ("<%s%s%s%s/>"):format(shape.name, id, class, shape.own) end
  return ("<%s%s%s%s>%s</%s>"):format(shape.name, id, class, shape.own, shape.words, shape.name)
end

local classes = {}  -- of the page: looks in order, and each one's class
local ids = 0       -- of the page

-- The drawing in parts, in order: shapes, and what stands between them as it is.
local function read_parts(text)
  local parts, times, position = {}, {}, 1
  while position <= #text do
    local last, shape = shape_at(text, position)
    if shape then
      local look
      look, shape.own = sort_attributes(shape.attributes)
      if look ~= "" and not shape.own:find(" class=") then
        if not classes[look] then
          table.insert(classes, look)
          classes[look] = "s" .. #classes
        end
        shape.class = classes[look]
      else
        shape.class, shape.own = "", shape.attributes
      end
      read_place(shape)
      if shape.kind then times[shape.kind] = (times[shape.kind] or 0) + 1 end
      table.insert(parts, shape)
    else
      last = select(2, text:find("^%s*<[^>]*>[^<]*", position)) or #text
      table.insert(parts, text:sub(position, last))
    end
    position = last + 1
  end
  return parts, times
end

local repeats = 3  -- of the same shape, before it is worth a name

--- The same drawing in fewer bytes, for a page that holds the drawings before it. Its classes are s1, s2, …, its ids o1, o2, …
function svg.compact(text)
  local named, out, known = {}, {}, #classes
  local parts, times = read_parts(text)
  for _, part in ipairs(parts) do
    if type(part) == "string" then
      out[#out + 1] = part
    elseif named[part.kind] then
      out[#out + 1] = moved(part, named[part.kind])
    else
      if part.kind and times[part.kind] >= repeats then
        ids = ids + 1
        part.id, named[part.kind] = "o" .. ids, part
      end
      out[#out + 1] = written(part)
    end
  end
  local sheet = {}
  for index = known + 1, #classes do sheet[#sheet + 1] = (".s%d{%s}"):format(index, classes[index]) end
  local style = #sheet > 0 and "<style>" .. table.concat(sheet) .. "</style>" or ""
  return (table.concat(out):gsub("(%d)%.00(%D)", "%1%2"):gsub(">%s*\n%s*<", "><"):gsub("^(<svg[^>]*>)", "%1" .. style:gsub("%%", "%%%%")))
end

return svg
