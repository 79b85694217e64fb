import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readPageTemplate, renderHtml } from '../../../../src/report/html/render-html.ts'
import { buildReportData } from '../../../../src/run/html-report/report-data.ts'
import { readPageData } from '../../../support/page-lines.ts'
import { reportParts } from '../../../support/report-parts.ts'

const HOSTILE = [
  '</script><img src=x onerror=alert(1)>',
  '<!--<script>',
  ']]></SCRIPT ><svg onload=alert(1)>',
  '{{data}} {{title}} {{details}} $& $1 $`',
  '\u2028\u2029\u0000"\\',
]

const parts = reportParts(1, HOSTILE.length, { attempts: 2 })
for (const [i, { task }] of parts.suites[0]!.tasks.entries()) task.prompt = HOSTILE[i]!
const data = buildReportData({ ...parts, title: `</title>${HOSTILE.join('')}` })
const html = renderHtml(data)

const between = (text: string, start: string, end: string): string => {
  const from = text.indexOf(start) + start.length
  return text.slice(from, text.indexOf(end, from))
}
const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the page', () => {
  it('gives its data back unchanged, whatever the texts', () => {
    expect(readPageData(html)).toEqual(JSON.parse(JSON.stringify(data)))
  })

  it('holds as many elements as the template, whatever the texts', () => {
    const count = (text: string, tag: RegExp) => text.match(tag)?.length
    for (const tag of [/<script/g, /<\/script/g, /<title/g, /<\/title/g, /<img/g]) {
      expect(count(html, tag)).toBe(count(readPageTemplate(), tag))
    }
  })

  it('forbids every connection, and any script or style but its own', () => {
    const policy = between(html, 'http-equiv="Content-Security-Policy" content="', '"')
    const style = between(html, '<style>', '</style>')
    const script = between(html, '<script>', '</script>')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`style-src ${digest(style)}`)
    expect(policy).toContain(`script-src ${digest(script)}`)
    expect(policy).not.toMatch(/unsafe|connect-src|https?:/)
  })

  it('refers to nothing outside of itself', () => {
    const template = readPageTemplate()
    expect(template).not.toMatch(/<(script|img|iframe)[^>]*\ssrc=/)
    expect(template).not.toMatch(/<link[^>]*href="(?!data:)/)
    expect(template).not.toMatch(/@import|url\((?!["']?data:)/)
  })

  it('stays small without data, and names what it is made with', () => {
    expect(readPageTemplate().length).toBeLessThan(600_000)
    expect(between(readPageTemplate(), '<!--', '-->')).toMatch(/^d3-shape .* ISC.*Copyright/m)
  })
})
