/** First setup file of every worker: matchers on `expect`. The network is closed when the first case runs. */
import '../../matchers/index.ts'
