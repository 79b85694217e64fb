import type { Simulator } from '../define-simulator.ts'
import { checkUrlStatus } from './check-url-status.ts'
import { databaseQuery } from './database-query.ts'
import { dnsLookup } from './dns-lookup.ts'
import { encodeUrl } from './encode-url.ts'
import { extractDomain } from './extract-domain.ts'
import { generateUrl } from './generate-url.ts'
import { knowledgeBaseQuery } from './knowledge-base-query.ts'
import { webSearch } from './web-search.ts'

export const informationRetrieval: Simulator[] = [
  checkUrlStatus,
  databaseQuery,
  dnsLookup,
  encodeUrl,
  extractDomain,
  generateUrl,
  knowledgeBaseQuery,
  webSearch,
]
