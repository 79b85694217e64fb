import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The runner is reached through vitest","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0021-runner-through-vitest.md","filePath":"decisions/0021-runner-through-vitest.md"}');
const _sfc_main = { name: "decisions/0021-runner-through-vitest.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-runner-is-reached-through-vitest" tabindex="-1">The runner is reached through vitest <a class="header-anchor" href="#the-runner-is-reached-through-vitest" aria-label="Permalink to &quot;The runner is reached through vitest&quot;">​</a></h1><p>The design of the project names <code>@vitest/runner</code>. That package ends at 4.1.12: from version 5 on its code lives in <code>vitest</code>, and a copy of its own beside Vitest 5 would keep its own state, in which no test is running. So nothing here imports it, and it is no dependency.</p><p>What was meant by it is reached through <code>vitest</code>, under names that 4.1 and 5 both have:</p><table tabindex="0"><thead><tr><th>entry</th><th>values</th><th>types</th></tr></thead><tbody><tr><td><code>vitest</code></td><td><code>test</code> with <code>test.extend</code>, <code>describe</code>, <code>afterAll</code>, <code>expect</code>, <code>inject</code>, <code>Snapshots</code></td><td><code>TestContext</code></td></tr><tr><td><code>vitest/node</code></td><td><code>experimental_getRunnerTask</code></td><td><code>Vitest</code>, <code>TestProject</code>, <code>TestModule</code>, <code>TestCase</code>, <code>TestSpecification</code>, <code>TestSequencerConstructor</code>, <code>TestRunEndReason</code>, <code>Reporter</code></td></tr><tr><td><code>vitest/config</code></td><td>–</td><td><code>Plugin</code></td></tr></tbody></table><p><code>TestRunner</code>, a runner of one&#39;s own, is in <code>vitest</code> in both majors too and is not needed: the plugin writes ordinary test modules.</p><p><code>vitest/runners</code>, <code>vitest/suite</code>, <code>vitest/reporters</code> and <code>vitest/snapshot</code> are gone in 5 and are not imported. <code>test/unit/vitest/runner-exports.test.ts</code> holds both legs to this page.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0021-runner-through-vitest.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0021RunnerThroughVitest = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0021RunnerThroughVitest as default
};
