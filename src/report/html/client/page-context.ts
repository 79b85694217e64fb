import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ReportAgent, ReportData } from '../../../schema/report.ts'
import type { Params, Route } from './route.ts'
import type { Entry } from './task-index.ts'

/** What every part of the page may look at. */
export interface Page {
  data: ReportData
  route: Route
  /** The agent that is looked at; undefined for a suite that has not been run. */
  agent: ReportAgent | undefined
  /** Every task, as that agent did. */
  entries: Entry[]
  /** The tasks that fit the filters of the list, also while one of them is open. */
  listed: Entry[]
  filters: Params
}

const Context = createContext<Page | undefined>(undefined)
export const PageProvider = Context.Provider

/** The page; throws outside of it. */
export function usePage(): Page {
  const page = useContext(Context)
  if (page === undefined) throw new Error('Failed to draw: this part stands outside of the page.')
  return page
}
