import { CauseChart } from './cause-chart.tsx'
import { ChangesCard } from './changes-card.tsx'
import { GateNotice, Headline, RunErrors, Tiles } from './headline.tsx'
import { LevelMap } from './level-map.tsx'
import { usePage } from './page-context.ts'
import { SuiteContents } from './suite-contents.tsx'

/** The first view: how the run went, or what a suite that has not been run holds. */
export function Overview() {
  const { agent } = usePage()
  return (
    <main id="main">
      <Headline />
      <GateNotice />
      <RunErrors />
      {agent === undefined ? (
        <SuiteContents />
      ) : (
        <>
          <Tiles />
          <ChangesCard />
          <CauseChart />
          <LevelMap />
        </>
      )}
    </main>
  )
}
