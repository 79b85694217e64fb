import type { WrittenHandler } from '../../src/synthetic/handlers/handler-schema.ts'

type Texts = Record<string, string>

interface Written extends Partial<Omit<WrittenHandler, 'match' | 'refusals' | 'outputs' | 'set'>> {
  /** Parameters that match the field of their name. */
  by?: readonly string[]
  /** When a call is refused with 400, with which error and over which parameter. */
  refusals?: readonly (readonly [when: string, error: string, parameter?: string])[]
  /** Field to what it becomes; `loan.status` is a field of the related record `loan`. */
  set?: Texts
  /** Output to what it shows: `field stock`, `formula quantity * 2`. */
  outputs: Texts
}

const kindOf = (text: string) => {
  const at = text.indexOf(' ')
  return at < 0 ? { kind: text } : { kind: text.slice(0, at), of: text.slice(at + 1) }
}

/** A handler as a model writes it. */
export const writtenHandler = ({
  by = [],
  refusals = [],
  outputs,
  set = {},
  ...part
}: Written): WrittenHandler => ({
  ...{ action: 'read', one: true, related: [], non_negative: [], ...part },
  match: by.map((name) => ({ parameter: name, field: name })),
  refusals: refusals.map(([when, error, parameter]) => ({ when, error, code: 400, parameter })),
  set: Object.entries(set).map(([name, text]) => {
    const [field = '', record] = name.split('.').reverse()
    return { field, record, ...kindOf(text) } as WrittenHandler['set'][number]
  }),
  outputs: Object.entries(outputs).map(
    ([output, text]) => ({ output, fields: [], ...kindOf(text) }) as WrittenHandler['outputs'][number],
  ),
})
