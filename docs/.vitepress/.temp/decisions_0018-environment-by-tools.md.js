import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"An attempt is a tool call","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0018-environment-by-tools.md","filePath":"decisions/0018-environment-by-tools.md"}');
const _sfc_main = { name: "decisions/0018-environment-by-tools.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="an-attempt-is-a-tool-call" tabindex="-1">An attempt is a tool call <a class="header-anchor" href="#an-attempt-is-a-tool-call" aria-label="Permalink to &quot;An attempt is a tool call&quot;">​</a></h1><p>The paper&#39;s agent writes its attempt as text between two marks, and the harness searches prose for calls; a word before an opening parenthesis is taken for one. Any agent would have to be rewritten for that.</p><p>Here the agent is an ordinary one and submits by calling <code>submit_attempt</code>, whose arguments are the calls. The texts of the published form are still read, for comparison (<code>repo</code>, <code>paper</code>, and the recorded trajectories).</p><ul><li>Exploration runs in a fork of its own and is not graded. Whether an invalid task left the world alone is asked of the submitted attempts; what the exploration wrote is told as <code>explored_writes</code>.</li><li>Ids that an attempt makes differ from those of the exploration, so an argument may refer to an earlier call of the attempt: <code>{&quot;$from&quot;: &quot;call_1&quot;, &quot;at&quot;: &quot;/id&quot;}</code>.</li><li>A turn is a call. The answer to an attempt is <code>correct</code> or <code>wrong</code> and how many are left, never why; <code>findings</code> are for the author of a test.</li><li>To say <code>INFEASIBLE:</code> counts as one attempt, so that the figures &quot;at attempt 1&quot; mean the same for both kinds of task.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0018-environment-by-tools.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0018EnvironmentByTools = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0018EnvironmentByTools as default
};
