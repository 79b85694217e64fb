import { goTo } from './navigate.ts'
import { usePage } from './page-context.ts'
import { buildHash, type PageRoute } from './route.ts'

/** Chooses whose results the page shows. */
function AgentChoice() {
  const { data, agent, route } = usePage()
  if (data.agents.length < 2) return null
  return (
    <label class="agent-choice">
      <span class="muted">Agent</span>
      <select
        class="field"
        value={agent?.name}
        onChange={({ currentTarget }) =>
          goTo({ ...route, params: { ...route.params, agent: currentTarget.value } })
        }
      >
        {data.agents.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The bar on top: where one is, and whose results are shown. */
export function TopBar() {
  const { data, route, filters, agentParams: kept } = usePage()
  const link = (target: PageRoute, text: string) => (
    <a
      href={buildHash(target)}
      aria-current={
        route.view === target.view || (route.view === 'task' && target.view === 'tasks') ? 'page' : undefined
      }
    >
      {text}
    </a>
  )
  return (
    <header class="top">
      <div class="top-in">
        <a class="brand" href={buildHash({ view: 'overview', params: kept })}>
          tracewright
        </a>
        <nav aria-label="Views">
          {data.agents.length > 0 && link({ view: 'overview', params: kept }, 'Overview')}
          {link({ view: 'tasks', params: filters }, 'Tasks')}
          {data.leaderboard !== undefined && link({ view: 'agents', params: kept }, 'Leaderboard')}
        </nav>
        <AgentChoice />
      </div>
    </header>
  )
}
