import { ascii, repr, strOfValue } from './display.ts'
import { format } from './format-spec.ts'
import { fail, type Machine } from './machine.ts'
import { subscript } from './subscript.ts'
import type { Args, PyValue } from './values.ts'

/** Applies `!r`, `!s` or `!a`. */
export function convert(m: Machine, value: PyValue, conversion: string | undefined): PyValue {
  if (conversion === undefined) return value
  if (conversion === 'r') return repr(m, value)
  if (conversion === 'a') return ascii(m, value)
  return conversion === 's' ? strOfValue(m, value) : fail(`unknown conversion "!${conversion.slice(0, 10)}"`)
}

/** End of the replacement field that opens at the index. */
function closingBrace(template: string, open: number): number {
  let level = 0
  for (let at = open; at < template.length; at++) {
    if (template[at] === '{') level++
    else if (template[at] === '}' && --level === 0) return at
  }
  return fail('a "{" of the format is not closed')
}

/** Python's `template.format(...)`. Attributes of the values cannot be reached. */
export class Formatter {
  private readonly m: Machine
  private readonly args: Args
  private automatic = 0
  private manual = false

  constructor(m: Machine, args: Args) {
    this.m = m
    this.args = args
  }

  format(template: string, level = 0): string {
    if (level > 1) fail('replacement fields are nested too deeply')
    this.m.step(template.length)
    let out = ''
    for (let at = 0; at < template.length; at++) {
      const char = template[at] as string
      if (char !== '{' && char !== '}') out += char
      else if (template[at + 1] === char) {
        out += char
        at++
      } else if (char === '}') fail('a single "}" in the format')
      else {
        const close = closingBrace(template, at)
        const text = this.field(template.slice(at + 1, close), level)
        this.m.make(text.length)
        out += text
        at = close
      }
    }
    return out
  }

  private field(text: string, level: number): string {
    const match = /^([^!:[\]]*)((?:\[[^\]]*\])*)(?:!([^:]*))?(?::([\s\S]*))?$/.exec(text)
    if (match === null) fail(`invalid replacement field ${JSON.stringify(text.slice(0, 40))}`)
    const [, name = '', path = '', conversion, spec = ''] = match
    let value = this.lookUp(name)
    for (const [, key = ''] of path.matchAll(/\[([^\]]*)\]/g)) {
      value = subscript(this.m, value, /^\d+$/.test(key) ? BigInt(key) : key)
    }
    return format(this.m, convert(this.m, value, conversion), this.format(spec, level + 1))
  }

  private lookUp(name: string): PyValue {
    if (name.includes('.')) fail('attributes are not reachable from a format')
    if (/^\d*$/.test(name)) {
      if ((name !== '') !== this.manual && (this.automatic > 0 || this.manual)) {
        fail('numbered and unnumbered replacement fields are mixed')
      }
      this.manual = name !== ''
      const value = this.args.positional[name === '' ? this.automatic++ : Number(name)]
      return value === undefined ? fail('there are fewer values than replacement fields') : value
    }
    const value = this.args.named.get(name)
    return value === undefined ? fail(`the format has no value for "${name.slice(0, 40)}"`) : value
  }
}
