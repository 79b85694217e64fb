import { describeNetwork } from '../support/network-project.ts'

describeNetwork('forks')
