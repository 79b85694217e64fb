/** A package that is installed with another, and its licence. */
export interface Licence {
  name: string
  version: string
  licence: string
  /** Whether the package itself names it among its dependencies. */
  direct: boolean
}

export function listLicences(root: string): Licence[]
