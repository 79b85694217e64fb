import { CausesCard } from './causes-card.tsx'
import { ChangesCard } from './changes-card.tsx'
import { GateNotice, Headline, RunErrors } from './headline.tsx'
import { LevelsCard } from './levels-card.tsx'

/** The first view: how the run went. */
export const Overview = () => (
  <main id="main">
    <Headline />
    <GateNotice />
    <RunErrors />
    <ChangesCard />
    <LevelsCard />
    <CausesCard />
  </main>
)
