import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"What was tried, and what not","description":"","frontmatter":{},"headers":[],"relativePath":"docs/tried.md","filePath":"docs/tried.md"}');
const _sfc_main = { name: "docs/tried.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-was-tried-and-what-not" tabindex="-1">What was tried, and what not <a class="header-anchor" href="#what-was-tried-and-what-not" aria-label="Permalink to &quot;What was tried, and what not&quot;">​</a></h1><ul><li>Vitest 4.1.12 with msw 2.15.0 on Node 20.20, and Vitest 5.1.1 with msw 3.0.5 on Node 24.21: all tests run on both, but for two long audits of suites and three checks of the repository itself, which use neither and run on the first.</li><li>All 106 published tools are simulated. At seed 0 all 2,463 published calls within the schemas agree to the last digit outside sentences, which are our own; the counts by category are in <a href="./published-vectors.html">published-vectors.md</a>. All 100 published tasks run, and an agent that makes the expected calls solves them in 21 worlds. At seed 0, 97 of the 100 final answers equal the published ones; the other three say that a file existed which another task had left behind.</li><li>The adapters ran with their real libraries, in two majors where there are two, against a scripted model on this machine (<a href="./agents.html">agents.md</a>). Stored conversations of OpenAI, the AI SDK and OpenTelemetry were written by hand after their documentation; LangChain&#39;s were made by its own classes.</li><li>A case costs 2.2 times (2.0 to 3.4 in five runs on a busy machine) a plain test that makes the same number of <code>fetch</code> calls to an msw handler of its own (<code>npm run bench</code>).</li><li>The example ran with <code>@langchain/openai</code> against a scripted endpoint on this machine. Not tried: a real model endpoint, Windows, the VS Code extension, the live UI (its report holds every case on Vitest 4).</li><li><code>pull</code> ran against a server on this machine, <code>synth</code> with scripted models and a fake OpenAI server, the page in headless Chromium. Not tried: the hub, the workflow file on GitHub, a screen reader.</li><li>The gate&#39;s figures are simulated, with 4,000 gates a cell for false alarms; shards were merged on one machine.</li><li>100 kills of main process or worker at random points, run by run: nothing lost, doubled or mixed. In <code>threads</code> a worker that an attempt blocks is ended, and all its attempts in hand are named.</li><li>Synthetic tools: validation agrees with 2,744 of 2,746 recorded calls of the sample that it was tuned on (<a href="./synthetic-validation.html">synthetic-validation.md</a>); of 100 compiled rules read by hand 99 were right (<a href="./synthetic-rules.html">synthetic-rules.md</a>). No hosted model made a tool, a task or a judgment yet.</li><li>On msw 3, a mock of your own for a bare IP address is refused while a case runs; mock a host name instead.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/tried.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const tried = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  tried as default
};
