import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Suites are data, and a case costs what its agent costs","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0033-suites-as-data.md","filePath":"decisions/0033-suites-as-data.md"}');
const _sfc_main = { name: "decisions/0033-suites-as-data.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="suites-are-data-and-a-case-costs-what-its-agent-costs" tabindex="-1">Suites are data, and a case costs what its agent costs <a class="header-anchor" href="#suites-are-data-and-a-case-costs-what-its-agent-costs" aria-label="Permalink to &quot;Suites are data, and a case costs what its agent costs&quot;">​</a></h1><p>A suite used to be compiled: every task stood in the code of its test module, and once more in the source map. 20,000 tasks took 3.6 GB, 100,000 did not load.</p><ul><li><strong>A test module names its tasks and nothing else</strong>: one literal <code>test(&quot;id&quot;, options, async (ctx) =&gt; { await run(ctx, LINE) })</code> a line, which editors and <code>list</code> can read without running it. The worker holds the suite as bytes and reads a task when its case begins. The module carries the digest of the suite: a file that changes in between is an error, not another task.</li><li><strong>The source map has no content.</strong> Vitest cuts its frames from the file; left out, Vite would put the whole suite in.</li><li><strong>Attempts are watched through shared memory.</strong> A message to the watchdog for each attempt cost more than an idle attempt. What begins is written to a slot that the watchdog reads only when the worker is silent.</li><li><strong>The journal stays open</strong>, a line is one write as before. A file that somebody deleted is seen by its count of links and opened anew.</li><li><strong>That interception works is looked at ten times a second and at the end of a module</strong>, not before each attempt: what takes over stays, and one look that fails breaks off the run.</li><li><strong><code>wire: &#39;direct&#39;</code></strong> calls a simulator in the process, with arguments and answer taken through JSON and a turn of the event loop before and after, so that calls that were issued together start together. Traces are the same over the whole example, which a test compares.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0033-suites-as-data.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0033SuitesAsData = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0033SuitesAsData as default
};
