import { argumentsOf, respelled, withSpelling } from './respell.ts'
import type { Rewrite, RewriteContext, Rewritten } from './rewrite.ts'

/** Whole numbers written as floats on the wire: 25.0 for 25. */
function floats(context: RewriteContext): Rewritten[] {
  const whole = argumentsOf(context).filter(({ value }) => Number.isInteger(value))
  return [...new Set(whole.map(({ step }) => step))].map((step) => {
    const pointers = whole.filter((leaf) => leaf.step === step).map(({ pointer }) => pointer)
    const how = `${step} with ${pointers.join(', ')} written as floats`
    return withSpelling(context, step, how, { floats: new Set(pointers) })
  })
}

/** Numbers written as floats, and as text where the schema says that they are numbers. */
export const numbers: Rewrite = {
  name: 'numbers',
  rewrites: (context) => [
    ...floats(context),
    ...respelled(context, ({ type }) => type === 'number' || type === 'integer', [
      ['as text', (value) => (typeof value === 'number' ? String(value) : undefined)],
    ]),
  ],
}
