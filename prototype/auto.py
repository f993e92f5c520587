"""Prototype of auto: mixture of experts on a grid."""
import numpy as np, pickle, os, sys
from numpy import log, exp
from scipy.special import logsumexp
sys.path.insert(0,'/tmp')
import sets
def prepare():
    f='./sets.pkl'
    if os.path.exists(f): return pickle.load(open(f,'rb'))
    S=sets.load()
    out=[]
    for s in S:
        ids=sorted(s.anchors); A=np.array([s.anchors[i] for i in ids])
        ix={a:i for i,a in enumerate(ids)}
        ws=[]
        for w in s.walks:
            keep=np.array([a in ix for a in w.a],bool) if len(w.a) else np.zeros(0,bool)
            t=w.t[keep]; a=np.array([ix[x] for x in w.a[keep]],int) if keep.any() else np.zeros(0,int); z=w.z[keep]
            # seconds: from floor(begin) on
            T0=int(np.floor(w.begin)); T1=int(np.ceil(w.end))+1
            N=T1-T0; Z=np.full((N,len(ids)),np.nan); C=np.zeros((N,len(ids)))
            for k in range(N):
                m=(t>T0+k-1)&(t<=T0+k) if hasattr(w,'closed') else (t>=T0+k-1)&(t<T0+k)
                for i in np.unique(a[m]):
                    v=z[m&(a==i)]; Z[k,i]=v.mean(); C[k,i]=len(v)
            ev=np.array(w.eval); ki=np.floor(ev).astype(int)-T0
            if hasattr(w,'press'): ki=np.ceil(ev-1e-9).astype(int)-T0
            ki=np.clip(ki,0,N-1)
            tr=np.array([w.truth(x) for x in ev],float)
            sv=None
            if w.survey:
                xy=np.array(list(w.survey.keys()),float)
                M=np.full((len(xy),len(ids)),np.nan); K=np.zeros((len(xy),len(ids))); V=np.full((len(xy),len(ids)),np.nan)
                for p,d in enumerate(w.survey.values()):
                    for an,l in d.items():
                        if an in ix: M[p,ix[an]]=np.mean(l); K[p,ix[an]]=len(l); V[p,ix[an]]=np.var(l)
                sv=(xy,M,K,V)
            ws.append(dict(name=w.name,Z=Z,C=C,ki=ki,tr=tr,survey=sv,T0=T0))
        out.append(dict(name=s.name,A=A,ids=ids,site=s.site,h=s.h,walks=ws))
    pickle.dump(out,open(f,'wb'))
    return out
def grid(s,survey=None,n=1500):
    A=s['A']; pts=A[:,:2]
    lo=pts.min(0)-1.5; hi=pts.max(0)+1.5
    area=np.prod(hi-lo); c=np.sqrt(area/n)
    nx,ny=np.ceil((hi-lo)/c).astype(int)
    X=np.array([[lo[0]+(i+.5)*c,lo[1]+(j+.5)*c] for j in range(ny) for i in range(nx)])
    m=sets.walkable_mask(s['site'],X)
    if m.any(): pass
    if survey is not None:
        P=survey[0]; d=np.sqrt(((P[:,None]-P[None])**2).sum(2)); np.fill_diagonal(d,np.inf); sp=np.median(d.min(1))
        dd=np.sqrt(((X[:,None]-P[None])**2).sum(2)).min(1)
        m&=dd<=max(1.5*sp,1.5*c)
    return dict(X=X,mask=m,nx=nx,ny=ny,c=c,lo=lo)
if __name__=='__main__':
    S=prepare()
    for s in S:
        g=grid(s); print(s['name'],g['nx'],g['ny'],round(g['c'],2),g['mask'].sum(),[w['tr'].shape[0] for w in s['walks']][:6])
