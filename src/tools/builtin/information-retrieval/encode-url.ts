import { refuseIf } from '../../../schema/tool-error.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { encodePercent, hasLoneSurrogate } from '../text-processing/patterns.ts'

function encode(text: string): string {
  refuseIf(hasLoneSurrogate(text), 'text', 'holds half of a surrogate pair, which has no UTF-8 form')
  return encodePercent(text)
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })

const decode = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => UTF8.decode(Buffer.from(run.replaceAll('%', ''), 'hex')))

export const encodeUrl = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ text: z.string(), action: z.enum(['encode', 'decode']) }),
  output: (z) => ({ result: z.string() }),
  run: ({ text, action }) => ({ result: action === 'encode' ? encode(text) : decode(text) }),
})
