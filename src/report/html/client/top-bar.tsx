import { Mark } from './icons.tsx'
import { goTo } from './navigate.ts'
import { usePage } from './page-context.ts'
import { hashOf, type PageRoute } from './route.ts'
import { ThemeToggle } from './theme-toggle.tsx'

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

/** The bar on top: where one is, whose results are shown, and the theme. */
export function TopBar() {
  const { data, route, filters, agentParams: kept } = usePage()
  const link = (target: PageRoute, text: string) => (
    <a
      href={hashOf(target)}
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
        <a class="brand" href={hashOf({ view: 'overview', params: kept })} aria-label="tracewright, overview">
          <Mark />
          <span>tracewright</span>
        </a>
        <nav aria-label="Views">
          {link({ view: 'overview', params: kept }, 'Overview')}
          {link({ view: 'tasks', params: filters }, 'Tasks')}
          {data.agents.length > 1 && link({ view: 'agents', params: kept }, 'Leaderboard')}
        </nav>
        <div class="end">
          <AgentChoice />
          <ThemeToggle />
        </div>
      </div>
    </header>
  )
}
