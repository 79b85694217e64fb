import { describe, expect, it } from 'vitest'
import { fillTemplate, findBindingProblems, listSources, type Template } from '../../../src/schema/binding.ts'

const wind = { $from: 'step_1', at: '/wind_speed_kmh' }
const template: Template = {
  $template: ['Wind in Calgary: ', { gap: 'wind speed', is: wind }, ' km/h'],
  around: true,
}

describe('$template', () => {
  it('is text with gaps', () => {
    expect(findBindingProblems(template)).toEqual([])
    expect(listSources(template)).toEqual([wind])
    expect(fillTemplate(template)).toBe('Wind in Calgary: <wind speed> km/h')
  })

  it.each([
    { $template: ['no gap'] },
    { $template: ['less < than ', { gap: 'x', is: wind }] },
    { $template: [wind] },
    { $template: [{ gap: '', is: wind }] },
    { $template: [{ gap: 'x<y', is: wind }] },
    { $template: [{ gap: 'x', is: wind }], around: false },
  ])('refuses %j', (broken) => {
    expect(findBindingProblems(broken)).not.toEqual([])
  })
})

describe('digits', () => {
  it.each([1, 4, 15])('may be %i', (digits) => {
    expect(findBindingProblems({ ...wind, digits })).toEqual([])
    expect(findBindingProblems({ $calc: 'mean', of: [wind], digits })).toEqual([])
  })
  it.each([0, 16, 1.5, '4'])('must not be %j', (digits) => {
    expect(findBindingProblems({ ...wind, digits })).not.toEqual([])
  })
})
