--- What links into another chapter say: "Section 7.2", "Figure 7.1", "Exercise 7.3", "Question 7.1".
--
-- `page.lua` numbers these things as it renders them; this file counts them in a chapter that is not rendered.

local figure = require("figure")

local function lone_image(block)
  return #block.content == 1 and block.content[1].t == "Image" and block.content[1] or nil
end

--- The labels of a chapter, by id.
-- @param text     its Markdown
-- @param chapter  its name and number
return function(text, chapter)
  local labels, counters, numbers = {}, {}, {}
  local blocks = pandoc.read(text, "markdown-implicit_figures").blocks
  local top = 6
  for _, block in ipairs(blocks) do
    if block.t == "Header" then top = math.min(top, block.level) end
  end
  local function count(kind)
    counters[kind] = (counters[kind] or 0) + 1
    return counters[kind]
  end
  local function label(kind, id) labels[id] = ("%s %s.%d"):format(kind, chapter.number, count(kind)) end
  local function image_in(block)
    local image = lone_image(block)
    if image then label("Figure", image.identifier ~= "" and image.identifier or figure.id(image, chapter.name)) end
  end
  blocks:walk({
    traverse = "topdown",
    Header = function(header)
      local level = header.level - top + 1
      numbers[level] = (numbers[level] or 0) + 1
      for deeper = level + 1, 6 do numbers[deeper] = nil end
      labels[header.identifier] = ("Section %s.%s"):format(chapter.number, table.concat(numbers, ".", 1, level))
    end,
    Div = function(div)
      local class = div.classes[1]
      if class == "question" then label("Question", "question-" .. (counters.Question or 0) + 1) end
      if class == "exercise" then label("Exercise", div.identifier) end
      if class == "measured" then label("Figure", "measured-" .. div.attributes.of) end
    end,
    Para = image_in,
    Plain = image_in,
  })
  return labels
end
