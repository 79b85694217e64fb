/** How a tool that nothing answers for gets its answers. Commands run no tools of an agent. */
export const TOOL_ADVICE =
  'Name its module, toolkit or recording by `simulators` (`--simulators`). A tool of the agent runs itself if the option `live` names it; commands need its recording: node_modules/tracewright/docs/guides/my-tools.md#commands'
