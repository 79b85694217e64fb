import type { ChangesRow } from '../../../schema/report.ts'
import { HeatCard, ShareCell } from './heat.tsx'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import type { Params } from './route.ts'
import { LEVEL_WORDS } from './words.ts'

const COUNTS = [
  ['regressed', 'regressed'],
  ['suspected', 'suspected'],
  ['improved', 'improved'],
  ['added', 'new'],
] as const

function Difference({ before, now }: Pick<ChangesRow, 'before' | 'now'>) {
  if (before === null || now === null) return <td class="none">–</td>
  const points = 100 * (now - before)
  const sign = points > 0.05 ? '+' : points < -0.05 ? '−' : '±'
  return (
    <td>
      {sign}
      {Math.abs(points).toFixed(1)}
    </td>
  )
}

function Row({ row, params }: { row: ChangesRow; params: Params }) {
  const { stratum, before, now } = row
  const level: Params = stratum === 'overall' ? {} : { level: stratum }
  return (
    <tr class={stratum === 'overall' ? 'total' : undefined}>
      <th scope="row">{stratum === 'overall' ? 'Overall' : LEVEL_WORDS[stratum]}</th>
      <td class="none">{row.tasks}</td>
      <ShareCell share={before} />
      <ShareCell share={now} />
      <Difference before={before} now={now} />
      {COUNTS.map(([count, change]) =>
        row[count] === 0 ? (
          <td key={change} class="zero">
            <span class="hidden">0</span>
          </td>
        ) : (
          <td key={change} class={`count ${change}`}>
            <a class="cell-link" href={listHref({ ...params, ...level, change })}>
              {row[count]}
            </a>
          </td>
        ),
      )}
      <td class="none">{row.removed || ''}</td>
    </tr>
  )
}

/** How the run of the chosen agent differs from its ledger, by level; counts lead to the tasks. */
export function ChangesCard() {
  const { gate, agentParams } = usePage()
  const [overall, ...levels] = gate?.changes ?? []
  if (gate === undefined || overall === undefined) return null
  return (
    <HeatCard
      id="changes"
      title="What changed since the ledger"
      sub={`${gate.ledger}: share of attempts solved, mean over ${overall.tasks} compared tasks`}
      kind="changes"
      columns={[
        'level',
        'tasks',
        'in the ledger',
        'now',
        'points',
        ...COUNTS.map(([, change]) => change),
        'gone',
      ]}
      below={
        <>
          <p class="more muted">
            Regressed: confirmed by fresh attempts. Suspected: looked worse at first, and that was not
            confirmed. Improved: looks better by the same measure, and was not looked at again.{' '}
            <a href={listHref({ ...agentParams, change: 'any' })}>All changed tasks</a>
          </p>
          {gate.removed.length > 0 && (
            <details class="more">
              <summary>{gate.removed.length} in the ledger and gone from the suites</summary>
              <ul class="chips">
                {gate.removed.map((id) => (
                  <li key={id} class="pill">
                    {id}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      }
    >
      {[...levels, overall].map((row) => (
        <Row key={row.stratum} row={row} params={agentParams} />
      ))}
    </HeatCard>
  )
}
