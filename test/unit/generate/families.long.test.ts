import { describeFamilies } from '../../support/families.ts'

describeFamilies(true)
