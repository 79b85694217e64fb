import { modelProjects } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const { MODEL_URL = '', MODELS = '' } = process.env

export default defineConfig({
  test: {
    projects: await modelProjects(MODELS.split(' '), {
      mode: 'score',
      providers:
        MODEL_URL === ''
          ? {}
          : {
              openai: { concurrency: 4, options: { configuration: { baseURL: `${MODEL_URL}/v1` } } },
              anthropic: { options: { anthropicApiUrl: MODEL_URL } },
              ollama: { perMinute: 6000, options: { baseUrl: MODEL_URL } },
            },
    }),
  },
})
