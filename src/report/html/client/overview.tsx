import { tally } from '../../../shared/group.ts'
import { ChangesCard } from './changes-card.tsx'
import { GateNotice, Headline, RunErrors } from './headline.tsx'
import { LevelsCard } from './levels-card.tsx'
import { listHref } from './navigate.ts'
import { usePage } from './page-context.ts'
import { PicturesCard } from './pictures-card.tsx'
import { TableCard } from './table-card.tsx'

/** Why tasks were not solved, commonest first; each cause links to its tasks. */
function CausesCard() {
  const { entries, agentParams } = usePage()
  const causes = tally(entries.flatMap(({ cause }) => cause ?? []))
  if (causes.length === 0) return null
  return (
    <TableCard id="causes" title="Causes" sub="why tasks were not solved" columns={['cause', 'tasks']}>
      {causes.map(([cause, count]) => (
        <tr key={cause}>
          <th scope="row">
            <a href={listHref({ ...agentParams, cause })}>{cause}</a>
          </th>
          <td>{count}</td>
        </tr>
      ))}
    </TableCard>
  )
}

/** The first view: how the run went. */
export const Overview = () => (
  <main id="main">
    <Headline />
    <PicturesCard />
    <GateNotice />
    <RunErrors />
    <ChangesCard />
    <LevelsCard />
    <CausesCard />
  </main>
)
