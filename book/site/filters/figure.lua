--- Figures: SVG files, inlined so that they take the colours of the page around them, and PNG files in the folder of the page.

local files = require("files")
local html = require("html")

local figure = {}

-- A drawing up to this wide is shown whole on a phone.
local narrow = 500

-- The drawing without what only a file of its own needs, its ids made unique on the page.
local function inline(drawing, path, stem)
  if drawing:find("<style") then
    error(path .. " has a <style>, which would reach the whole page; put colours into attributes", 0)
  end
  drawing = drawing:gsub("^.-(<svg)", "%1", 1):gsub("<title>.-</title>%s*", "", 1):gsub("<desc>.-</desc>%s*", "", 1)
  drawing = drawing:gsub('(%s)id="', "%1id=\"" .. stem .. "-"):gsub("url%(#", "url(#" .. stem .. "-"):gsub('href="#', 'href="#' .. stem .. "-")
  return (drawing:gsub("%s+$", ""))
end

--- The name by which a figure is linked to: `#figure-what` for figures/NN-name-what.svg.
function figure.id(image, page_name)
  local stem = image.src:match("([^/]+)%.%l+$") or image.src
  if stem:sub(1, #page_name + 1) == page_name .. "-" then stem = stem:sub(#page_name + 2) end
  return "figure-" .. stem
end

local function drawing(text, path, id, alternative, screen)
  return (inline(text, path, id):gsub("^<svg([^>]*)>", function(attributes)
    attributes = attributes:gsub('%s+role="[^"]*"', "")
    if screen then attributes = attributes:gsub('%s+xmlns="[^"]*"', "") end
    local drawn = tonumber(attributes:match('viewBox="%S+ %S+ (%S+) ') or "")
    if screen and drawn and drawn <= narrow then attributes = attributes .. ' class="narrow"' end
    return html.fill('<svg{=attributes} role="img" aria-label="{alternative}">',
      {attributes = attributes, alternative = alternative})
  end))
end

-- The size of a PNG stands in its first chunk: width and height, four bytes each, after 16 bytes of other things.
local function picture(data, source, alternative, screen)
  if data:sub(1, 8) ~= "\137PNG\r\n\26\n" then error(source .. " is not a PNG file", 0) end
  local width, height = string.unpack(">I4I4", data, 17)
  return html.fill('<img src="{source}" width="{width}" height="{height}" alt="{alternative}"{=close}',
    {close = screen and ' loading="lazy">' or "/>",  -- a book is XML
     source = source, width = width, height = height, alternative = alternative})
end

--- The blocks for an image that is a paragraph of its own.
-- @param path     where its file lies
-- @param screen   whether it is for a page, which is not XML, as the whole book in one file is
function figure.render(image, path, id, label, screen)
  local alternative = image.attributes.alt
  if (alternative or "") == "" then error(image.src .. " has no text alternative; add {alt=\"…\"} after it", 0) end
  local content, reason = files.text(path)
  if not content then error("the figure cannot be read: " .. reason, 0) end
  local shown = image.src:find("%.png$") and picture(content, image.src, alternative, screen)
    or drawing(content, path, id, alternative, screen)
  return {
    html.block('<figure class="figure" id="{id}">\n<div class="drawing">{=shown}</div>\n<figcaption>', {id = id, shown = shown}),
    pandoc.Plain(pandoc.List({html.inline('<a class="label" href="#{id}">{label}</a> ', {id = id, label = label})})
      .. image.caption),
    html.block("</figcaption>\n</figure>"),
  }
end

return figure
