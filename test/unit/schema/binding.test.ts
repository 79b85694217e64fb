import { describe, expect, it } from 'vitest'
import { bindingProblems, sourcesOf, type Template, templateText } from '../../../src/schema/binding.ts'

const wind = { $from: 'step_1', at: '/wind_speed_kmh' }
const template: Template = {
  $template: ['Wind in Calgary: ', { gap: 'wind speed', is: wind }, ' km/h'],
  around: true,
}

describe('$template', () => {
  it('is text with gaps', () => {
    expect(bindingProblems(template)).toEqual([])
    expect(sourcesOf(template)).toEqual([wind])
    expect(templateText(template)).toBe('Wind in Calgary: <wind speed> km/h')
  })

  it.each([
    { $template: ['no gap'] },
    { $template: ['less < than ', { gap: 'x', is: wind }] },
    { $template: [wind] },
    { $template: [{ gap: '', is: wind }] },
    { $template: [{ gap: 'x<y', is: wind }] },
    { $template: [{ gap: 'x', is: wind }], around: false },
  ])('refuses %j', (broken) => {
    expect(bindingProblems(broken)).not.toEqual([])
  })
})

describe('digits', () => {
  it.each([1, 4, 15])('may be %i', (digits) => {
    expect(bindingProblems({ ...wind, digits })).toEqual([])
    expect(bindingProblems({ $calc: 'mean', of: [wind], digits })).toEqual([])
  })
  it.each([0, 16, 1.5, '4'])('must not be %j', (digits) => {
    expect(bindingProblems({ ...wind, digits })).not.toEqual([])
  })
})
