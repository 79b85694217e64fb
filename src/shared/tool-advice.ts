/** How a tool that nothing answers for gets its answers. Commands run no tools of an agent. */
export const TOOL_ADVICE =
  'A tool of the agent runs itself if the option `live` names it. For another one, name a module, toolkit or recording by `simulators` (`--simulators`); commands need its recording: node_modules/tracewright/docs/guides/my-tools.md#commands'
