import { useEffect, useMemo, useRef } from 'preact/hooks'
import { formatAgentName } from '../../../metrics/contestants.ts'
import type { ReportData } from '../../../schema/report.ts'
import { LeaderboardTable } from './leaderboard.tsx'
import { useRoute } from './navigate.ts'
import { Overview } from './overview.tsx'
import { type Page, PageProvider } from './page-context.ts'
import type { PageRoute, Params } from './route.ts'
import { filterEntries, indexTasks } from './task-index.ts'
import { TaskList } from './task-list.tsx'
import { TaskPage } from './task-page.tsx'
import { TopBar } from './top-bar.tsx'

/** The filters of the list, kept while another view is open; the agent follows the address. */
function useFilters(route: PageRoute): Params {
  const kept = useRef<Params>({})
  if (route.view === 'tasks' || route.view === 'task') kept.current = route.params
  const { agent: _, ...filters } = kept.current
  const { agent } = route.params
  const text = JSON.stringify(agent === undefined ? filters : { ...filters, agent })
  return useMemo(() => JSON.parse(text) as Params, [text])
}

const toHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })

/** On a change of view: title, top of the page, and the focus on its heading. */
function useArrival(route: PageRoute, title: string): void {
  const isFirst = useRef(true)
  const head =
    route.view === 'task' ? route.key : { overview: '', tasks: 'Tasks', agents: 'Leaderboard' }[route.view]
  useEffect(() => {
    document.title = head === '' ? title : `${head} · ${title}`
    if (!isFirst.current) {
      scrollTo(0, 0)
      toHeading()
    }
    isFirst.current = false
  }, [route.view, head])
}

function View({ route, hasRun }: { route: PageRoute; hasRun: boolean }) {
  if (route.view === 'task') return <TaskPage taskKey={route.key} />
  if (route.view === 'tasks' || !hasRun) return <TaskList />
  return route.view === 'agents' ? <LeaderboardTable /> : <Overview />
}

export function App({ data }: { data: ReportData }) {
  const route = useRoute()
  const filters = useFilters(route)
  const agent = data.agents.find(({ name }) => name === route.params.agent) ?? data.agents[0]
  const entries = useMemo(() => indexTasks(data, agent?.name), [data, agent])
  const listed = useMemo(() => filterEntries(entries, filters), [entries, filters])
  useArrival(route, data.title)
  const gate = data.gates.find((one) => formatAgentName(one) === agent?.name)
  const agentParams = route.params.agent === undefined ? {} : { agent: route.params.agent }
  const page: Page = { data, route, agent, agentParams, gate, entries, listed, filters }
  return (
    <PageProvider value={page}>
      <button type="button" class="skip" onClick={toHeading}>
        Skip to the content
      </button>
      <TopBar />
      <View route={route} hasRun={agent !== undefined} />
    </PageProvider>
  )
}
