import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Gate } from '../../../schema/gate.ts'
import type { ReportAgent, ReportData } from '../../../schema/report.ts'
import type { PageRoute, Params } from './route.ts'
import type { IndexedTask } from './task-index.ts'

/** What every part of the page may look at. */
export interface Page {
  data: ReportData
  route: PageRoute
  /** The agent that is looked at; undefined for a suite that has not been run. */
  agent: ReportAgent | undefined
  /** Chooses that agent in an address; empty where none was chosen. */
  agentParams: Params
  gate: Gate | undefined
  entries: IndexedTask[]
  listed: IndexedTask[]
  filters: Params
}

const Context = createContext<Page | undefined>(undefined)
export const PageProvider = Context.Provider

export function usePage(): Page {
  const page = useContext(Context)
  if (page === undefined) throw new Error('Failed to render: the report context is missing.')
  return page
}
