import { describe, expect, it } from 'vitest'
import { changesLines, renderGateLines } from '../../../src/report/gate-lines.ts'
import { renderGithubSummary } from '../../../src/report/render-github.ts'
import { buildReportData } from '../../../src/run/html-report/report-data.ts'
import type { ReportData, ReportTask } from '../../../src/schema/report.ts'
import { reportGate, reportParts } from '../../support/report-parts.ts'

const data = buildReportData(reportParts(9, 40))
const scoreOf = ({ results }: ReportTask) => results[0]?.attempts[0]?.score
const failed = data.tasks.filter((task) => scoreOf(task)?.solved === false)

/** The data with the reason of every failure replaced. */
function withReason(reason: string, from: ReportData = data): ReportData {
  const copy = structuredClone(from)
  for (const { results } of copy.tasks) {
    for (const { score } of results.flatMap(({ attempts }) => attempts)) {
      if (score?.reason !== undefined) score.reason = reason
    }
  }
  return copy
}

describe('the summary of a job', () => {
  it('holds a table by level with the figures of the run', () => {
    const lines = renderGithubSummary(data).split('\n')
    const table = lines.filter((line) => line.startsWith('|'))
    expect(table).toHaveLength(2 + Object.keys(data.agents[0]!.levels).length + 1)
    expect(new Set(table.map((line) => line.split('|').length)).size).toBe(1)
    const solved = `${(data.agents[0]!.overall.solved! * 100).toFixed(1)} %`
    expect(table.at(-1)).toContain(`| **overall** | 40 | ${solved} |`)
  })

  it('has free text apart, says what it is, and counts it nowhere', () => {
    const parts = reportParts(9, 40)
    const { cases } = parts.runs[0]
    const solved = cases.filter(({ score }) => score?.solved === true)
    const [free, rest] = [solved.slice(0, 3), solved.length - 3]
    for (const { score } of free) Object.assign(score ?? {}, { free_text: true })
    const [agent] = buildReportData(parts).agents
    expect(agent).toMatchObject({
      overall: { tasks: 37, solved: rest / 37 },
      free_text: { tasks: 3, solved: null },
    })
    expect(agent?.interval?.high).toBeLessThan(1)
    const text = renderGithubSummary(buildReportData(parts))
    expect(text).toContain('| free text | 3 | – |')
    expect(text).toContain('3 tasks are free text and in no other row: ')
  })

  it('counts the causes and lists failed tasks', () => {
    const many = buildReportData(reportParts(9, 120))
    const lost = many.tasks.filter((task) => scoreOf(task)?.solved === false)
    const text = renderGithubSummary(many)
    expect(text).toContain(`<summary>${lost.length} not solved: `)
    const listed = [...text.matchAll(/^- ([\w\\-]+): /gm)].map(([, id]) => id?.replaceAll('\\', ''))
    expect(listed).toEqual(lost.slice(0, 20).map(({ task_id }) => task_id))
    expect(text).toContain(`- and ${lost.length - 20} more`)
  })

  it('says what the gate said, as the terminal does, and what changed since the baseline', () => {
    const gate = reportGate({}, [failed[0]!.task_id])
    const text = renderGithubSummary({ ...data, gates: [gate] })
    expect(text).toContain(
      ['❌ **gate REGRESSED**', '', '```', ...renderGateLines(gate), ...changesLines(gate), '```'].join('\n'),
    )
    const open = [reportGate({ verdict: 'needs-another-run', exit: 1 })]
    expect(renderGithubSummary({ ...data, gates: open })).toContain('❌ **gate NEEDS ANOTHER RUN**')
    const unsure = [reportGate({ verdict: 'inconclusive', exit: 0 })]
    expect(renderGithubSummary({ ...data, gates: unsure })).toContain('⚠️ **gate inconclusive**')
  })

  it('keeps the texts of a gate within its block', () => {
    const hostile = reportGate({ baseline: '```` </details>\n```\n# Heading\u001b' })
    const lines = renderGithubSummary({ ...data, gates: [hostile] }).split('\n')
    const fences = lines.flatMap((line, i) => (/^`+$/.test(line) && line.length === 5 ? [i] : []))
    expect(fences).toHaveLength(2)
    expect(lines.slice(fences[0], fences[1]).join('\n')).toContain('# Heading\\x1b')
  })

  it('shows hostile texts as they are written', () => {
    const text = renderGithubSummary(
      withReason('a | b\n<img src=x> [x](https://evil.example) @someone #1 `c` </details>'),
    )
    const line = text.split('\n').find((each) => each.startsWith('- '))
    expect(line).toContain(
      'a &#124; b &#60;img src=x&#62; &#91;x&#93;&#40;https&#58;//evil.example&#41; &#64;someone &#35;1 &#96;c&#96; &#60;/details&#62;',
    )
    // The id of a task is searched for, and stands in HTML as well.
    expect(line).toContain('L1_chain_0002: a')
    expect(text.match(/<\/details>/g)).toHaveLength(1)
  })

  it('holds no controls', () => {
    const text = renderGithubSummary(withReason('\u001b[2Ja\u202eb\u009bc'))
    expect(text).toContain('&#92;x1b&#91;2Ja&#92;u202eb&#92;x9bc')
  })

  it('names agents where there are several, and says where nothing was run', () => {
    const two = buildReportData(reportParts(9, 10, { agents: ['first', 'second'] }))
    expect(renderGithubSummary(two)).toMatch(/### first[\s\S]*### second/)
    const bare = { ...reportParts(9, 10), runs: [] }
    expect(renderGithubSummary(buildReportData(bare))).toContain('10 tasks, not run.')
  })
})
