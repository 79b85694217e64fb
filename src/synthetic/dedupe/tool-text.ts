import { z } from 'zod'
import { stableJson } from '../../shared/json.ts'
import { type DedupeTool, normalise } from './dedupe-tool.ts'

const part = z.looseObject({
  name: z.string(),
  type: z.string(),
  description: z.string(),
  required: z.boolean().optional(),
  default: z.json().optional(),
})

/** A tool of a JSON line, with at least what is compared. */
export const toolLineSchema = z.looseObject({
  id: z.string().min(1),
  field: z.string().min(1),
  name: z.string().min(1),
  description: z.string(),
  parameters: z.array(part),
  usage: z.string(),
  errors: z.array(z.string()),
  outputs: z.array(part),
})
export type ToolLine = z.infer<typeof toolLineSchema>
type Part = z.infer<typeof part>

const byName = (parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) => {
    const [x, y] = [a.name.toLowerCase(), b.name.toLowerCase()]
    return x < y ? -1 : x > y ? 1 : 0
  })

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
const defaultText = (value: unknown): string =>
  value === undefined || value === null ? 'none' : typeof value === 'string' ? flat(value) : stableJson(value)

/**
 * Everything that a tool says but its name, normalised; parameters and outputs by name. The name is left
 * out, for with it this could only find what the comparison of names has found.
 */
function bodyText({ description, parameters, usage, errors, outputs }: ToolLine): string {
  const said = [
    description,
    ...byName(parameters).flatMap((p) => [p.name, p.description, p.type, defaultText(p.default)]),
    ...errors,
    usage,
    ...byName(outputs).flatMap((p) => [p.name, p.description, p.type]),
  ]
  return said.map(normalise).join('\n')
}

/** What is embedded, after the paper: name, description, parameters and usage, in lower case, on one line. */
function embeddedText({ name, description, parameters, usage }: ToolLine): string {
  const said = byName(parameters).map((p) =>
    [
      flat(p.name),
      p.type,
      p.required ? 'required' : 'optional',
      defaultText(p.default),
      flat(p.description),
    ].join(' | '),
  )
  return [
    `name: ${flat(name)}`,
    `description: ${flat(description)}`,
    `parameters: [${said.join('; ')}]`,
    `usage: ${flat(usage)}`,
  ].join(' ')
}

/** What is compared word by word: the name counts three times, the description twice. */
function wordText({ name, description, parameters, usage }: ToolLine): string {
  const said = parameters.flatMap((p) => [p.name, p.description])
  return [name, name, name, description, description, ...said, usage].join(' ')
}

export const dedupeToolOf = (tool: ToolLine): DedupeTool => ({
  id: tool.id,
  field: tool.field,
  name: tool.name,
  body: bodyText(tool),
  text: embeddedText(tool),
  words: wordText(tool),
})
