--- Tables for a course: a chapter per week, or all chapters, with the minutes that course_plan.py has estimated.

local html = require("html")
local navigation = require("navigation")

local course_plan = {}

-- Of a chapter, a course has the first exercises; the others are for those who want more.
local in_course = 2

local function chapter_link(chapter)
  return html.fill('<a href="{name}.html">{called}</a>: {title}', {name = chapter.name, called = navigation.called(chapter), title = chapter.title})
end

local function exercise_links(chapter, first, last)
  local links = {}
  for index = first, math.min(last, #chapter.exercises) do
    local one = chapter.exercises[index]
    links[#links + 1] = html.fill('<a href="{name}.html#{task}">{title}</a> {minutes}',
      {name = chapter.name, task = one.task, title = one.title, minutes = one.minutes})
  end
  return table.concat(links, ", ")
end

local function minutes_in_course(chapter)
  local sum = 0
  for index = 1, math.min(in_course, #chapter.exercises) do sum = sum + chapter.exercises[index].minutes end
  return sum
end

local function table_of(head, rows)
  local cells = {}
  for index, name in ipairs(head) do cells[index] = html.fill("<th>{name}</th>", {name = name}) end
  return '<div class="table"><table>\n<thead><tr>' .. table.concat(cells) .. "</tr></thead>\n<tbody>\n" .. table.concat(rows, "\n")
    .. "\n</tbody>\n</table></div>"
end

--- A chapter per week, as HTML. Refuses an order in which a chapter comes before one that it needs.
-- @param plan     what course_plan.py has written
-- @param numbers  the numbers of the chapters, such as {"01", "02"}
function course_plan.weeks(plan, numbers)
  local rows, taught = {}, {}
  for week, number in ipairs(numbers) do
    local chapter
    for _, one in ipairs(plan) do
      if one.name:match("^[^-]+") == number then chapter = one end
    end
    if not chapter then error("there is no chapter " .. number, 0) end
    for _, need in ipairs(chapter.needs) do
      if not taught[need] then error(("chapter %s needs %s, which the plan does not have before it"):format(number, need), 0) end
    end
    taught[chapter.name] = true
    local exercises = minutes_in_course(chapter)
    rows[week] = html.fill("<tr><td>{week}</td><td>{=chapter}</td><td>{minutes}</td><td>{=links}</td><td>{total}</td></tr>", {week = week,
      chapter = chapter_link(chapter), minutes = chapter.minutes, links = exercise_links(chapter, 1, in_course), total = chapter.minutes + exercises})
  end
  return table_of({"Week", "Chapter", "Reading (min)", "Exercises (min)", "Total (min)"}, rows)
end

--- All chapters with all exercises, as HTML.
function course_plan.chapters(plan)
  local rows = {}
  for index, chapter in ipairs(plan) do
    rows[index] = html.fill("<tr><td>{=chapter}</td><td>{words}</td><td>{lines}</td><td>{minutes}</td><td>{=links}</td></tr>", {
      chapter = chapter_link(chapter), words = chapter.words // 100 * 100, lines = chapter.lines // 10 * 10, minutes = chapter.minutes,
      links = exercise_links(chapter, 1, #chapter.exercises)})
  end
  return table_of({"Chapter", "Words", "Lines of code", "Reading (min)", "Exercises (min)"}, rows)
end

return course_plan
