import { describeFamilies } from '../../support/families.ts'

describeFamilies({ vet: true, oneIn: 1 })
